//! FIDE's federation codes, with obsolete and alternative codes that occur in files.

/// Codes of FIDE's rating lists, `FID` (FIDE flag) and `NON` (none).
const CODES: &str = "\
AFG AHO ALB ALG AND ANG ANT ARG ARM ARU AUS AUT AZE BAH BAN BAR BDI BEL BER BHU BIH BIZ BLR BOL BOT BRA BRN BRU BUL BUR \
CAF CAM CAN CAY CHA CHI CHN CIV CMR COD COL COM CPV CRC CRO CUB CYP CZE DEN DJI DMA DOM ECU EGY ENG ERI ESA ESP EST ETH \
FAI FIJ FIN FRA GAB GAM GCI GEO GEQ GER GHA GRE GRL GRN GUA GUI GUM GUY HAI HKG HON HUN INA IND IOM IRI IRL IRQ ISL ISR \
ISV ITA IVB JAM JCI JOR JPN KAZ KEN KGZ KIR KOR KOS KSA KUW LAO LAT LBA LBN LBR LCA LES LIE LTU LUX MAC MAD MAR MAS MAW \
MDA MDV MEX MGL MHL MKD MLI MLT MNC MNE MOZ MRI MTN MYA NAM NCA NCL NED NEP NGR NIG NOR NRU NZL OMA PAK PAN PAR PER PHI \
PLE PLW PNG POL POR PUR QAT ROU RSA RUS RWA SCO SEN SEY SGP SKN SLE SLO SMR SOL SOM SRB SRI SSD STP SUD SUI SUR SVK SWE \
SWZ SYR TAN TGA THA TJK TKM TLS TOG TPE TTO TUN TUR UAE UGA UKR URU USA UZB VAN VEN VIE VIN WLS YEM ZAM ZIM FID NON";

/// Obsolete and alternative codes; accepted as they are.
const OLD: &str = "SCG YUG URS TCH GDR FRG ROM SIN LIB TRI CUR NIR TCA";

/// Whether `code` is a federation code, ignoring case.
pub fn is_known(code: &str) -> bool {
    let code = code.trim();
    let listed = |list: &str| list.split(' ').any(|known| known.eq_ignore_ascii_case(code));
    code.len() == 3 && (listed(CODES) || listed(OLD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_all_federations() {
        assert_eq!(CODES.split(' ').count(), 207 + 2);
        assert!(is_known("nor") && is_known("FID") && is_known("YUG"));
        assert!(!is_known("QQQ") && !is_known("NO"));
    }
}
