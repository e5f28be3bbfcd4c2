//! Our own drawings of the six pieces, each in a square of 40 by 40. Fill, outline and detail take the side's
//! colours.

use maud::{Markup, PreEscaped, html};

/// Letter of the piece, and the shapes of its drawing.
const PIECES: [(&str, &str); 6] = [
    (
        "p",
        "<circle cx='20' cy='12.5' r='5'/><path d='M13 34c0-8 4.5-9 4.5-15h5c0 6 4.5 7 4.5 15z'/>\
         <path d='M14.5 17h11v2.8h-11zM11 32h18v3.5H11z'/>",
    ),
    (
        "n",
        "<path d='M13 33c0-7.500 6-10 6-14.500-2.500 1.500-5 1.500-6.500 4.500l-4-1-.5-4c2.500-2.500 3-6.500 6-9l.5-4.500 4 3\
         c7.500.5 12 7 12 15.500V33z'/><path class='detail' d='M14.500 13.500h2.500'/><path d='M10.500 32h21v3.500h-21z'/>",
    ),
    (
        "b",
        "<circle cx='20' cy='6.500' r='2.200'/><path d='M20 8.500c-7 5.500-8.500 11-4.500 16.500h9c4-5.500 2.500-11-4.500-16.500z'/>\
         <path d='M15 25h10l3 8H12z'/><path class='detail' d='M20 13v7M16.800 16.200h6.400'/><path d='M10.500 32h19v3.500h-19z'/>",
    ),
    (
        "r",
        "<path d='M14.500 16.500h11L27 32H13z'/><path d='M11 6.500h4.500v3h2.800v-3h3.400v3h2.800v-3H29v8.500l-3 2.500H14l-3-2.500z'/>\
         <path d='M10 32h20v3.500H10z'/>",
    ),
    (
        "q",
        "<path d='M11.500 32 7 12l7 9 1.500-13L20 20l4.500-12L26 21l7-9-4.500 20z'/><circle cx='7' cy='10.500' r='2'/>\
         <circle cx='15.300' cy='6.500' r='2'/><circle cx='24.700' cy='6.500' r='2'/><circle cx='33' cy='10.500' r='2'/>\
         <path class='detail' d='M12.500 28h15'/><path d='M10.500 32h19v3.500h-19z'/>",
    ),
    (
        "k",
        "<path d='M18.600 3.500h2.800v3h3v2.800h-3v5h-2.800v-5h-3V6.500h3z'/>\
         <path d='M20 15.500c4.500-5 13.500-3 13.500 3.500 0 4.500-4.500 6.500-5 13h-17c-.5-6.500-5-8.500-5-13 0-6.500 9-8.500 13.500-3.500z'/>\
         <path class='detail' d='M20 17v11M12.500 28h15'/><path d='M10.500 32h19v3.500h-19z'/>",
    ),
];

/// The drawings, as symbols that the boards of the page use.
pub(super) fn symbols() -> Markup {
    html! {
        svg class="symbols" width="0" height="0" aria-hidden="true" focusable="false" {
            @for (letter, shapes) in PIECES {
                symbol id={ "piece-" (letter) } viewBox="0 0 40 40" { (PreEscaped(shapes)) }
            }
        }
    }
}
