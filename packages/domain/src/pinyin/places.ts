/** Names of places and companies. */
export const PLACES = `
亳 bo ~hao
蚌 beng ~bang | bang: 河蚌 蚌壳 珍珠蚌 蚌肉 蚌粉
`
