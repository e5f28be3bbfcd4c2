use super::*;

#[test]
fn every_built_in_loads() {
    let library = Library::built_in();
    assert!(library.ids().len() >= 1);
    for id in library.ids() {
        if let Err(why) = library.get(&id) {
            panic!("{why}");
        }
    }
}
