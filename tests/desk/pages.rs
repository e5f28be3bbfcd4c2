//! `/results`, `/laws`, and the document that says what scripts can ask.

use serde_json::json;

use crate::client::{Desk, event};

#[test]
fn results_with_standings_tie_breaks_and_a_published_table() {
    let folder = event();
    let results =
        "round,white,black,result\n1,Roe,Doe,1-0\n1,Poe,Coe,1/2-1/2\n2,Doe,Poe,0-1\n2,Coe,Roe,1/2-1/2\n";
    std::fs::write(folder.path().join("games.csv"), results).unwrap();
    std::fs::write(folder.path().join("event.toml"), "results = [\"games.csv\", \"none.trf\"]\n").unwrap();
    let desk = Desk::start(folder.path());
    let page = desk.get("/results");
    assert!(
        page.status == 200 && page.body.contains("Roe") && page.body.contains("<table>"),
        "{}",
        page.body
    );
    assert!(desk.get("/results?player=Roe").body.contains("Tie-breaks explained"));
    let all = desk.get("/api/results").value();
    assert_eq!(all["files"][0]["file"], "games.csv");
    assert!(all["files"][0]["table"].is_object(), "{all}");
    assert!(all["files"][1]["error"].as_str().unwrap().contains("none.trf"));
    for outside in ["../x.csv", "/etc/passwd", "%2e%2e/x"] {
        assert!(
            desk.get(&format!("/results?against={outside}")).body.contains("no such file in the folder"),
            "{outside}"
        );
    }
}

#[test]
fn laws() {
    let folder = event();
    let desk = Desk::start(folder.path());
    assert!(desk.get("/laws?q=illegal-move").body.contains("What the arbiter does"));
    assert!(desk.get("/laws?q=7.5.5").body.contains("7.5.5"));
    assert!(desk.get("/laws?q=--help").body.contains("nothing is called"));
    assert!(desk.get("/laws?a=fide-2018-standard&b=fide-2023-standard").body.contains("<tbody>"));
    // A lone knight cannot mate a lone king.
    let fen = "8/8/8/5k2/8/8/6N1/5K2%20w%20-%20-%200%201";
    assert!(desk.get(&format!("/laws?fen={fen}")).body.contains("svg"));
    let asked = desk.get(&format!("/api/laws?q=touch&a=fide-2018-blitz&b=fide-2023-blitz&fen={fen}")).value();
    assert!(asked["topic"]["id"] == "touch" && asked["changes"].is_array(), "{asked}");
    assert_eq!(
        (&asked["mate"]["white"]["can_mate"], &asked["mate"]["black"]["can_mate"]),
        (&json!(false), &json!(false)),
        "{}",
        asked["mate"]
    );
    assert_eq!(desk.get("/api/laws?q=nothing-such").status, 400);
    assert_eq!(desk.get("/api/laws?fen=-").status, 400);
}

/// Square by square, without a script: each press is a request.
#[test]
fn a_position_is_set_up_square_by_square() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let position = |body: &str| {
        let field = body.split("name=\"fen\" value=\"").nth(1).unwrap();
        field.split('"').next().unwrap().to_owned()
    };
    let mut fen = String::new();
    for (piece, square) in [("K", "f1"), ("N", "g2"), ("k", "f5"), ("q", "a1"), ("x", "a1")] {
        let asked = format!("/laws?fen={}&piece={piece}&put={square}", fen.replace(' ', "+"));
        let page = desk.get(&asked);
        assert!(!page.body.contains("role=\"alert\""), "{}", page.body);
        fen = position(&page.body);
    }
    assert_eq!(fen, "8/8/8/5k2/8/8/6N1/5K2 w - - 0 1");
    let page = desk.get(&format!("/laws?fen={}&put=turn", fen.replace(' ', "+")));
    assert_eq!(position(&page.body), "8/8/8/5k2/8/8/6N1/5K2 b - - 0 1");
    assert!(page.body.contains("value=\"g2\" class=\"light\"") && page.body.contains("g2, White knight"));
    let begun = desk.get("/laws?put=begin").body;
    assert_eq!(position(&begun), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for wrong in ["/laws?fen=%3Cscript%3E&put=z9&piece=%3C", "/laws?fen=////&put=a1"] {
        let page = desk.get(wrong);
        assert!(page.status == 200 && !page.body.contains("<script>"), "{}", page.body);
    }
}

/// Every path of the document answers with what the document says.
#[test]
fn the_document_is_kept_true() {
    let folder = event();
    let desk = Desk::start(folder.path());
    let document = desk.get("/api/openapi.json").value();
    let ruling = json!({ "case": { "board": "3.2", "incident": [{ "kind": "illegal-move", "by": "black", "after": "end", "move": "Nxd4" }] } });
    let mut asked = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let at =
                if path.contains("board/") { path.replace("{id}", "3.2") } else { path.replace("{id}", "1") };
            asked.push(at.clone());
            if path == "/api/events" {
                continue;
            }
            let body = if path == "/api/rule" { &ruling["case"] } else { &ruling };
            let reply = match method.as_str() {
                "post" => desk.json(&at, body),
                _ => {
                    if path.contains("ruling") {
                        desk.json("/api/rulings", &ruling);
                    }
                    desk.get(&at)
                }
            };
            let (status, response) = operation["responses"]
                .as_object()
                .unwrap()
                .iter()
                .find(|(status, _)| status.starts_with('2'))
                .unwrap();
            assert_eq!(&reply.status.to_string(), status, "{path}");
            let mut schema = response["content"]["application/json"]["schema"].clone();
            schema["components"] = document["components"].clone();
            let validator = jsonschema::validator_for(&schema).unwrap();
            let value = reply.value();
            if let Err(error) = validator.validate(&value) {
                panic!("{path}: {error}");
            }
            // Another method is refused.
            let other = if method == "post" { "GET" } else { "DELETE" };
            assert_eq!(desk.send(other, &at, &[], b"").status, 405, "{path}");
        }
    }
    let contract = [
        "boards",
        "board/3.2",
        "journal",
        "ruling/1",
        "results",
        "laws",
        "openapi.json",
        "events",
        "rule",
        "rulings",
    ];
    for path in contract {
        assert!(asked.contains(&format!("/api/{path}")), "{path}");
    }
    assert_eq!(asked.len(), contract.len());
}
