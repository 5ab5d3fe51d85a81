/** No writing that the trade uses sets more marks over one letter. */
const MANY_MARKS = /(\p{M}{8})\p{M}+/gu

/**
 * Full width to half width, and one form for every character (NFKC; NFC leaves the width, NFD parts letters from their marks). The platform's own normalize sorts
 * the marks over a letter in time that grows with the square of their number: what is more than any letter has is dropped.
 */
export const folded = (text: string, form: 'NFKC' | 'NFC' | 'NFD' = 'NFKC'): string => text.replace(MANY_MARKS, '$1').normalize(form)
