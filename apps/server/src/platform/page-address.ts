/**
 * The address of a page as it is drawn: /x/../pay/1 is /pay/1. What decides by an address decides by this, or another way of writing it
 * leads around the decision.
 */
export const pageAddress = (url: string): URL => new URL(`http://shop${url}`)
