/** The number of days before its end from which the bell tells a certificate, unless a setting tells another. */
export const defaultEndDays = 14
export const maxEndDays = 365
