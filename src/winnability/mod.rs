//! winnability
