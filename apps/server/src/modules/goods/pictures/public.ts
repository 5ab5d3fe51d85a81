/** Where the drawn package of a goods is found; drawn from its form and name. */
export const packageImage = (goodsId: number) => `/img/package/${goodsId}.svg`
