/** Where the drawn package of a goods is found; drawn from its form and name. */
export const packageImage = (goodsId: number) => `/img/package/${goodsId}.svg`

const UPLOADED = /^\/img\/goods\/([1-9]\d{0,14})\.(?:jpg|webp)$/

/** Where a picture that staff sent in is found, whole; by its file. */
export const goodsImage = (fileId: number) => `/img/goods/${fileId}.jpg`

/** The file of such an address; null: the picture is of another origin. */
export const fileOfImage = (url: string): number | null => {
  const id = UPLOADED.exec(url)?.[1]
  return id === undefined ? null : Number(id)
}

/** The same picture as lists show it; what the shop has not drawn anew has one size. */
export const smallImage = (url: string) => (fileOfImage(url) === null ? url : url.replace(/jpg$/, 'webp'))
