import { GOODS_PICTURES_MAX } from '#contract/constants.ts'
import { writeAudits } from '../../../../platform/audit.ts'
import type { Connection } from '../../../../platform/database.ts'
import { claimFiles } from '../../../who/files/public.ts'
import { fileOfImage, goodsImage } from '../../pictures/public.ts'
import { lockRecords, moveOn, type RecordRow, writeImages } from '../../records/public.ts'
import type { KeptRow, Landing, RowOutcome } from '../kind.ts'
import { meantBy } from './names.ts'
import { type DrawnRow, drawnRows, knownCodes, namedRows, type PlacedPicture, placePacked, shaOf, waitingIn } from './store.ts'

/** Whose picture each file is, by its name; what cannot be anybody's is refused before it is drawn. */
export async function placePictures(trx: Connection, fileId: number): Promise<void> {
  const rows = await namedRows(trx, fileId)
  const codes = await knownCodes(
    trx,
    rows.flatMap(({ path }) => meantBy(path).map(({ code }) => code)),
  )
  const taken = new Map<string, string>()
  const placed = rows.map(({ seq, path, problem }): PlacedPicture => {
    const [first, ...others] = meantBy(path)
    const meant = [first, ...others].find((one) => one !== undefined && codes.has(one.code.toUpperCase()))
    const code = meant === undefined ? (others[0]?.code ?? first?.code ?? '') : (codes.get(meant.code.toUpperCase()) ?? '')
    const place = meant?.place ?? 1
    const own = { seq, code, place }
    if (problem !== null) return { ...own, message: problem }
    if (meant === undefined) return { ...own, message: `没有编码是“${first?.code ?? ''}”的商品` }
    if (place > GOODS_PICTURES_MAX) return { ...own, message: `一种商品至多 ${GOODS_PICTURES_MAX} 张图片` }
    const before = taken.get(`${code}/${place}`)
    if (before !== undefined) return { ...own, message: `与“${before}”是同一商品的同一张，以先出现的为准` }
    taken.set(`${code}/${place}`, path)
    return { ...own, message: '' }
  })
  await placePacked(trx, fileId, placed)
}

const MOVED_ON = '预览之后这一张换过，没有导入；请重新预览'
const GONE = '压缩包里的图片已清理，请重新上传'
const nth = (place: number): string => `第 ${place} 张`

interface Goods {
  is: RecordRow
  images: string[]
  files: number[]
}

/** Why a picture does not go there. */
function refusalOf(row: KeptRow, drawn: DrawnRow | undefined, goods: Goods | undefined, former: string | null, isTrial: boolean) {
  if (goods === undefined) return `没有编码是“${row.code}”的商品`
  if (drawn === undefined || (drawn.stored === null && drawn.problem === null)) return GONE
  if (drawn.problem !== null) return drawn.problem
  if (!isTrial && (row.before?.picture?.is ?? null) !== former) return MOVED_ON
  if (former === null && goods.images.length >= GOODS_PICTURES_MAX) return `一种商品至多 ${GOODS_PICTURES_MAX} 张图片`
  return null
}

/** A picture takes the place of the one that stands there, or comes behind the last. Those that were stay kept: orders of before show them. */
export async function landPictures(trx: Connection, rows: readonly KeptRow[], landing: Landing): Promise<Map<number, RowOutcome>> {
  const { fileId, file, staff, isTrial, now } = landing
  const records = await lockRecords(
    trx,
    rows.map(({ code }) => code),
  )
  const goodsOf = new Map(records.map((is): [string, Goods] => [is.code, { is, images: [...is.images], files: [] }]))
  const drawn = await drawnRows(
    trx,
    fileId,
    rows.map(({ seq }) => seq),
  )
  const shas = await shaOf(
    trx,
    records.flatMap(({ images }) => images.flatMap((url) => fileOfImage(url) ?? [])),
  )
  const outcomes = new Map<number, RowOutcome>()
  for (const row of rows) {
    const goods = goodsOf.get(row.code)
    const picture = drawn.get(row.seq)
    const place = picture?.place ?? 1
    const former = goods?.images[place - 1] ?? null
    const why = refusalOf(row, picture, goods, former, isTrial)
    const version = goods?.is.version ?? null
    const base = {
      code: row.code,
      name: goods?.is.name ?? '',
      recordId: goods?.is.id ?? null,
      doubtful: false,
      version,
      foundVersion: version,
    }
    const none = { before: null, after: null }
    if (why !== null || goods === undefined || picture?.stored == null) {
      outcomes.set(row.seq, { ...base, ...none, state: 'refused', message: why ?? GONE })
      continue
    }
    if (former !== null && shas.get(fileOfImage(former) ?? 0) === picture.sha) {
      outcomes.set(row.seq, { ...base, ...none, state: 'same', message: `${nth(place)}就是这张图片` })
      continue
    }
    const url = goodsImage(picture.stored)
    if (former === null) goods.images.push(url)
    else goods.images[place - 1] = url
    goods.files.push(picture.stored)
    outcomes.set(row.seq, {
      ...base,
      state: former === null ? 'new' : 'changed',
      message: former === null && goods.images.length !== place ? `前面没有那么多，排在${nth(goods.images.length)}` : '',
      before: { picture: { is: former, said: former === null ? '' : `原${nth(place)}` } },
      after: { picture: { is: isTrial ? picture.stored : url, said: nth(former === null ? goods.images.length : place) } },
    })
  }
  const changed = [...goodsOf.values()].filter(({ files }) => files.length > 0)
  for (const { is, images, files } of changed) {
    await claimFiles(trx, { companyId: null, ids: files, purpose: 'goods', subject: `goods:${is.id}`, from: waitingIn(fileId) })
    await writeImages(trx, is.id, images)
    await moveOn(trx, is.id)
  }
  const entries = changed.map(({ is, images }) => ({
    action: 'goods.pictures' as const,
    subject: `goods:${is.id}`,
    before: { pictures: is.images },
    after: { pictures: images, file },
  }))
  await writeAudits(trx, staff, entries, now)
  return outcomes
}
