//! The doors to CI, as far as they open without a network: `action.yml` with its script, and the hooks of pre-commit.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;
use yaml_rust2::{Yaml, YamlLoader};

/// A game with an illegal move and nothing else.
const GAME: &str = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
                    [Result \"*\"]\n\n1. e4 e5 2. Nf6 *\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn yaml(file: &str) -> Yaml {
    let text = fs::read_to_string(root().join(file)).unwrap();
    YamlLoader::load_from_str(&text).unwrap().remove(0)
}

fn keys(table: &Yaml) -> Vec<String> {
    table.as_hash().unwrap().keys().map(|key| key.as_str().unwrap().to_owned()).collect()
}

fn text<'y>(of: &'y Yaml, key: &str) -> &'y str {
    of[key].as_str().unwrap_or_else(|| panic!("{key} is no text"))
}

// --- action.yml ---

#[test]
fn inputs_reach_the_script_through_the_environment_alone() {
    let action = yaml("action.yml");
    let script = fs::read_to_string(root().join("action.sh")).unwrap();
    let mut used = Vec::new();
    for step in action["runs"]["steps"].as_vec().unwrap() {
        if let Some(uses) = step["uses"].as_str() {
            let (_, version) = uses.split_once('@').unwrap();
            assert!(version.len() == 40 && version.bytes().all(|b| b.is_ascii_hexdigit()), "{uses}");
            continue;
        }
        let run = text(step, "run");
        assert!(!run.contains("${{") && run.starts_with("\"$GITHUB_ACTION_PATH/action.sh\" "), "{run}");
        assert_eq!(text(step, "shell"), "bash");
        for name in keys(&step["env"]) {
            assert!(script.contains(&format!("${{{name}:-")), "action.sh does not look at {name}");
            let value = text(&step["env"], &name);
            let expression = value.strip_prefix("${{ ").and_then(|rest| rest.strip_suffix(" }}")).unwrap();
            if let Some(input) = expression.strip_prefix("inputs.") {
                assert_eq!(name, format!("FLAGFALL_{}", input.to_uppercase().replace('-', "_")));
                used.push(input.to_owned());
            }
        }
    }
    let mut inputs = keys(&action["inputs"]);
    inputs.sort();
    used.sort();
    used.dedup();
    // upload-sarif decides by what the script puts out whether there is anything to upload.
    assert_eq!(used, inputs);
    let code = script.lines().filter(|line| !line.trim_start().starts_with('#'));
    assert_eq!(code.filter(|line| line.contains("eval")).count(), 0, "nothing is evaluated");
}

#[test]
fn the_guide_uses_inputs_and_hooks_that_there_are() {
    let guide = fs::read_to_string(root().join("docs/ci.md")).unwrap();
    let shown: Vec<Yaml> = guide
        .split("```yaml\n")
        .skip(1)
        .map(|rest| YamlLoader::load_from_str(rest.split("```").next().unwrap()).unwrap().remove(0))
        .collect();
    let steps = shown[0]["jobs"]["check"]["steps"].as_vec().unwrap();
    let inputs = keys(&yaml("action.yml")["inputs"]);
    for input in keys(&steps[1]["with"]) {
        assert!(inputs.contains(&input), "there is no input {input}");
    }
    let hooks = yaml(".pre-commit-hooks.yaml");
    let ids: Vec<&str> = hooks.as_vec().unwrap().iter().map(|hook| text(hook, "id")).collect();
    let used = &shown[1]["repos"][0]["hooks"][0];
    assert!(ids.contains(&text(used, "id")));
    assert_eq!(used["args"].as_vec().unwrap().last().unwrap().as_str(), Some("--"));
}

struct Workspace {
    folder: TempDir,
}

impl Workspace {
    fn new(files: &[&str]) -> Workspace {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("temp")).unwrap();
        fs::create_dir(folder.path().join("work")).unwrap();
        for file in files {
            fs::write(folder.path().join("work").join(file), GAME).unwrap();
        }
        Workspace { folder }
    }

    /// Runs the script as a step of the action would.
    fn run(&self, step: &str, inputs: &[(&str, &str)]) -> Output {
        let here = |name: &str| self.folder.path().join(name);
        let mut command = Command::new(root().join("action.sh"));
        command.arg(step).current_dir(here("work")).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap());
        command.env("GITHUB_ACTION_PATH", root()).env("GITHUB_OUTPUT", here("output"));
        command.env("RUNNER_TEMP", here("temp")).env("FLAGFALL_BINARY", env!("CARGO_BIN_EXE_flagfall"));
        command.envs(inputs.iter().copied()).output().unwrap()
    }

    /// What the step has put out, and nothing from the step before.
    fn outputs(&self) -> String {
        let file = self.folder.path().join("output");
        let text = fs::read_to_string(&file).unwrap();
        fs::remove_file(file).unwrap();
        text
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path().join("work")).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// The log before, inside and after the part in which commands are off.
fn parts(output: &Output) -> (String, String, String) {
    let log = String::from_utf8(output.stdout.clone()).unwrap();
    let (before, rest) = log.split_once("::stop-commands::").unwrap();
    let (token, rest) = rest.split_once('\n').unwrap();
    assert!(token.len() > 32, "{token} can be guessed");
    let (inside, after) = rest.split_once(&format!("\n::{token}::\n")).unwrap();
    (before.to_owned(), inside.to_owned(), after.to_owned())
}

#[test]
fn a_failure_is_left_to_the_last_step() {
    let workspace = Workspace::new(&["round 3.pgn"]);
    let output = workspace.run("check", &[("FLAGFALL_PATHS", ".")]);
    assert!(output.status.success() && output.stderr.is_empty());
    let (before, inside, after) = parts(&output);
    assert!(before.starts_with("::error file=round 3.pgn,line=9,col=13,"), "{before}");
    assert!(inside.contains("1 error") && after.is_empty(), "{inside}");
    assert_eq!(workspace.outputs(), "status=1\n");
    for (status, code) in [("0", 0), ("1", 1), ("2", 2), ("101", 101), ("", 2), ("$(exit 0)", 2)] {
        let result = workspace.run("result", &[("FLAGFALL_STATUS", status)]);
        assert_eq!(result.status.code(), Some(code), "{status}");
    }
}

#[test]
fn hostile_paths_are_paths() {
    let hostile = [
        "$(touch pwned).pgn",
        "`touch pwned`.pgn",
        "a;touch pwned;.pgn",
        "a b  c.pgn",
        "*.pgn",
        "--output=pwned",
        "'\"\\.pgn",
    ];
    let workspace = Workspace::new(&hostile);
    let before = workspace.files();
    let lines = format!("\r\n{}\r\n\n  \n", hostile.join("\n"));
    let inputs =
        [("FLAGFALL_PATHS", lines.as_str()), ("FLAGFALL_OPTIONS", "--ignore=duplicate-game\n\n--jobs=1")];
    let output = workspace.run("check", &inputs);
    let (log, inside, _) = parts(&output);
    assert_eq!(log.matches("::error file=").count(), hostile.len(), "{log}{inside}");
    assert!(inside.contains("7 errors in 7 games"), "{inside}");
    assert_eq!((workspace.files(), workspace.outputs()), (before, "status=1\n".to_owned()));
}

#[test]
fn hostile_values_are_values() {
    for value in [
        "$(touch pwned)",
        "`touch pwned`",
        "x; touch pwned",
        "x\ntouch pwned",
        "x\" && touch pwned && \"",
        "x\n::error::pwned\nstatus=0",
        "##[stop-commands]x",
        "x --output=pwned",
    ] {
        let workspace = Workspace::new(&["a.pgn"]);
        for input in
            ["RULESET", "SELECT", "IGNORE", "FAIL_ON", "BASELINE", "OPTIONS", "PATHS", "UPLOAD_SARIF"]
        {
            let name = format!("FLAGFALL_{input}");
            let output = workspace.run("check", &[("FLAGFALL_PATHS", "a.pgn"), (name.as_str(), value)]);
            assert!(output.status.success() && output.stderr.is_empty(), "{input}: {value}");
            let status = if input == "UPLOAD_SARIF" { "status=1\n" } else { "status=2\n" };
            assert_eq!(workspace.outputs(), status, "{input}: {value}");
            let (before, _, after) = parts(&output);
            let ours = |line: &str| line.starts_with("::error file=a.pgn,") || line.starts_with("flagfall: ");
            assert!(before.lines().all(ours) && after.is_empty(), "{input}: {value}: {before}");
            assert_eq!(workspace.files(), ["a.pgn"], "{input}: {value}");
        }
    }
}

#[test]
fn the_configuration_is_that_of_the_root() {
    let workspace = Workspace::new(&["a.pgn"]);
    let work = workspace.folder.path().join("work");
    fs::create_dir(work.join("in")).unwrap();
    fs::write(work.join("in/b.pgn"), GAME.replace("\"A\"", "\"C\"")).unwrap();
    fs::write(work.join("in/flagfall.toml"), "fail-on = \"never\"\nselect = \"syntax\"\n").unwrap();
    let errors = |inputs: &[(&str, &str)]| {
        let (log, inside, _) = parts(&workspace.run("check", inputs));
        assert!(!inside.contains("error: "), "{inside}");
        (log.matches("::error file=").count(), workspace.outputs())
    };
    assert_eq!(errors(&[]), (2, "status=1\n".to_owned()));
    fs::write(work.join("flagfall.toml"), "fail-on = \"never\"\njobs = 1\n").unwrap();
    assert_eq!(errors(&[]), (2, "status=0\n".to_owned()));
    for options in ["--config=in/flagfall.toml", "--config\nin/flagfall.toml"] {
        assert_eq!(errors(&[("FLAGFALL_OPTIONS", options)]), (0, "status=0\n".to_owned()), "{options}");
    }
    assert_eq!(errors(&[("FLAGFALL_OPTIONS", "--no-config")]), (2, "status=1\n".to_owned()));
}

#[test]
fn sarif_is_written_for_the_upload() {
    let workspace = Workspace::new(&["a.pgn"]);
    let sarif = workspace.folder.path().join("temp/flagfall.sarif");
    let output = workspace.run("check", &[("FLAGFALL_UPLOAD_SARIF", "true")]);
    assert!(output.status.success());
    assert_eq!(workspace.outputs(), format!("status=1\nsarif={}\n", sarif.display()));
    let log: serde_json::Value = serde_json::from_slice(&fs::read(&sarif).unwrap()).unwrap();
    let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "a.pgn");
    // What could not be done leaves nothing of an earlier run behind.
    workspace.run("check", &[("FLAGFALL_UPLOAD_SARIF", "true"), ("FLAGFALL_FAIL_ON", "always")]);
    assert_eq!(workspace.outputs(), "status=2\n");
}

#[test]
fn nothing_is_built_where_a_binary_is_named() {
    let workspace = Workspace::new(&[]);
    assert!(workspace.run("build", &[]).status.success());
    assert_eq!(workspace.run("$(exit 0)", &[]).status.code(), Some(2));
}

// --- .pre-commit-hooks.yaml ---

fn git(folder: &Path, args: &[&str]) -> String {
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];
    let output = Command::new("git").args(who).args(args).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The names that the hook's pattern fits.
fn fitting(pattern: &str, names: &[&str]) -> Vec<String> {
    let pattern = pattern.strip_prefix("(?i)").expect("any case");
    let mut folder = tempfile::NamedTempFile::new().unwrap();
    std::io::Write::write_all(&mut folder, names.join("\n").as_bytes()).unwrap();
    let output = Command::new("grep").args(["-iE", pattern]).arg(folder.path()).output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn the_hook_sees_games_and_event_files() {
    for hook in yaml(".pre-commit-hooks.yaml").as_vec().unwrap() {
        let names = [
            "a.pgn",
            "b/C.PGN",
            "d.trf",
            "e.trfx",
            "e.trf16",
            "e.trf26",
            "f.pgn.zst",
            "g.pgn.gz",
            "h.pgn.bz2",
        ];
        assert_eq!(fitting(text(hook, "files"), &names), names);
        let others = ["a.pgn.txt", "pgn", "a.trfy", "README.md", "a.clock.csv"];
        assert_eq!(fitting(text(hook, "files"), &others), [""; 0]);
        assert_eq!(hook["require_serial"].as_bool(), Some(true));
    }
}

#[test]
fn the_hook_stops_a_commit_of_a_broken_game() {
    if Command::new("git").arg("--version").output().is_err() {
        println!("skipped: there is no git");
        return;
    }
    let hooks = yaml(".pre-commit-hooks.yaml");
    for hook in hooks.as_vec().unwrap() {
        let folder = tempfile::tempdir().unwrap();
        let repo = folder.path();
        git(repo, &["init", "--quiet"]);
        let good = GAME.replace("2. Nf6 *", "2. Nf3 *");
        fs::write(repo.join("not staged.pgn"), GAME).unwrap();
        fs::write(repo.join("good.pgn"), &good).unwrap();
        fs::write(repo.join("notes.txt"), "no games").unwrap();
        git(repo, &["add", "good.pgn", "notes.txt"]);
        assert_eq!(run_hook(hook, repo).status.code(), Some(0));
        git(repo, &["commit", "--quiet", "--message", "a game"]);
        fs::write(repo.join("bad; touch pwned.pgn"), GAME).unwrap();
        fs::write(repo.join("--output=pwned.pgn"), good.replace("\"A\"", "\"C\"")).unwrap();
        git(repo, &["add", "--", "bad; touch pwned.pgn", "--output=pwned.pgn"]);
        let output = run_hook(hook, repo);
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("error[illegal-move]") && text.contains("bad; touch pwned.pgn"), "{text}");
        assert!(!repo.join("pwned.pgn").exists());
        assert_eq!(
            fs::read_to_string(repo.join("--output=pwned.pgn")).unwrap(),
            good.replace("\"A\"", "\"C\"")
        );
    }
}

#[test]
fn the_fixing_hook_repairs_what_is_staged() {
    if Command::new("git").arg("--version").output().is_err() {
        println!("skipped: there is no git");
        return;
    }
    let hooks = yaml(".pre-commit-hooks.yaml");
    let fixing = |hook: &&Yaml| text(hook, "id").starts_with("flagfall-fix");
    assert_eq!(hooks.as_vec().unwrap().iter().filter(fixing).count(), 2);
    for hook in hooks.as_vec().unwrap().iter().filter(fixing) {
        let folder = tempfile::tempdir().unwrap();
        let repo = folder.path();
        git(repo, &["init", "--quiet"]);
        let good = GAME.replace("2. Nf6 *", "2. Nf3 *");
        fs::write(repo.join("a.pgn"), good.replace("Nf3", "Ng1-f3")).unwrap();
        git(repo, &["add", "a.pgn"]);
        assert_eq!(run_hook(hook, repo).status.code(), Some(0));
        assert_eq!(fs::read_to_string(repo.join("a.pgn")).unwrap(), good);
        assert_eq!(git(repo, &["diff", "--name-only"]), "a.pgn\n");
    }
}

#[test]
fn the_action_prints_a_diff_or_repairs() {
    let workspace = Workspace::new(&[]);
    let file = workspace.folder.path().join("work/a.pgn");
    let good = GAME.replace("2. Nf6 *", "2. Nf3 *");
    let dirty = good.replace("Nf3", "Ng1-f3");
    fs::write(&file, &dirty).unwrap();
    let output = workspace.run("check", &[("FLAGFALL_REPAIR", "diff")]);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("\n-1. e4 e5 2. Ng1-f3 *\n+1. e4 e5 2. Nf3 *\n"), "{printed}");
    assert!(printed.starts_with("::stop-commands::"), "{printed}");
    assert_eq!((workspace.outputs(), fs::read_to_string(&file).unwrap()), ("status=1\n".to_owned(), dirty));
    workspace.run("check", &[("FLAGFALL_REPAIR", "fix")]);
    assert_eq!((workspace.outputs(), fs::read_to_string(&file).unwrap()), ("status=0\n".to_owned(), good));
    workspace.run("check", &[("FLAGFALL_REPAIR", "no")]);
    assert_eq!(workspace.outputs(), "status=2\n");
}

/// Runs the hook as pre-commit does: its entry, its arguments, and the staged files that it wants.
fn run_hook(hook: &Yaml, repo: &Path) -> Output {
    let staged = git(repo, &["diff", "--cached", "--name-only", "-z"]);
    let names: Vec<&str> = staged.split_terminator('\0').collect();
    let files = fitting(text(hook, "files"), &names);
    let mut entry = text(hook, "entry").split(' ');
    assert_eq!(entry.next(), Some("flagfall"));
    let args = hook["args"].as_vec().unwrap().iter().map(|arg| arg.as_str().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    command.args(entry).args(args).args(files).current_dir(repo);
    command.output().unwrap()
}

/// Needs npm and a network for the packages that the extension is packed with.
#[test]
#[ignore = "downloads packages; cargo test --test it -- --ignored doors::the_extension"]
fn the_extension_is_packed() {
    let folder = tempfile::tempdir().unwrap();
    let source = root().join("editors/vscode");
    for entry in fs::read_dir(&source).unwrap().flatten().filter(|entry| entry.path().is_file()) {
        fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    let run =
        |program: &str, args: &[&str]| Command::new(program).args(args).current_dir(folder.path()).output();
    let installed = run("npm", &["install", "--no-audit", "--no-fund", "--fetch-retries=0"]);
    if !installed.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: npm, or the packages, cannot be had");
        return;
    }
    let packed = run("npx", &["--no-install", "vsce", "package", "--out", "flagfall.vsix"]).unwrap();
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
    let archive = fs::File::open(folder.path().join("flagfall.vsix")).unwrap();
    let mut archive = zip::ZipArchive::new(archive).unwrap();
    for name in ["extension/package.json", "extension/extension.js", "extension/pgn.json"] {
        assert!(archive.by_name(name).is_ok(), "{name} is not packed");
    }
}
