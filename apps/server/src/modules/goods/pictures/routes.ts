import { createHash } from 'node:crypto'
import type { ModuleContext } from '../../../context.ts'
import { readContent, readPreview } from '../../who/files/public.ts'
import { bannerOf, bannerSvg } from './banner-svg.ts'
import { giftSvg } from './gift-svg.ts'
import { neutralSvg, packageSvg } from './package-svg.ts'
import { mayShow, readGift, readPackagedGoods } from './store.ts'

interface Picture {
  svg: string
  etag: string
}

const KEPT = 2_000
const KEPT_MS = 600_000
const DAY = 'public, max-age=86400'

function pictureOf(svg: string): Picture {
  return { svg, etag: `"${createHash('sha256').update(svg).digest('base64url').slice(0, 20)}"` }
}

/** The drawings asked for last, a process its own; the one unused longest goes first. A renamed goods shows within ten minutes. */
function recentPictures() {
  const kept = new Map<string, Picture & { drawnAt: number }>()
  return {
    get(file: string, now: Date): Picture | null {
      const found = kept.get(file)
      if (found === undefined) return null
      kept.delete(file)
      if (now.getTime() - found.drawnAt > KEPT_MS) return null
      kept.set(file, found)
      return found
    },
    keep(file: string, picture: Picture, now: Date): void {
      kept.set(file, { ...picture, drawnAt: now.getTime() })
      const oldest = kept.size > KEPT ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
    },
  }
}

/** A folder of drawings: file names it understands are drawn from what the shop knows, all others are a plain carton. */
function servePictures({ app, deps }: ModuleContext, folder: string, draw: (file: string) => Promise<string | null>): void {
  const recent = recentPictures()
  const neutral = pictureOf(neutralSvg())

  app.get<{ Params: { file: string } }>(`${folder}/:file`, async (request, reply) => {
    const { file } = request.params
    const now = deps.clock()
    let picture = recent.get(file, now)
    if (picture === null) {
      const svg = await draw(file)
      if (svg !== null) {
        picture = pictureOf(svg)
        recent.keep(file, picture, now)
      }
    }
    reply.type('image/svg+xml; charset=utf-8')
    // Something of this number may come later, so that its absence is not kept for a day.
    if (picture === null) return reply.code(404).header('cache-control', 'no-cache').send(neutral.svg)
    reply.header('cache-control', DAY).header('etag', picture.etag)
    if (request.headers['if-none-match']?.includes(picture.etag)) return reply.code(304).send()
    return reply.send(picture.svg)
  })
}

const ID_FILE = /^([1-9]\d{0,14})\.svg$/
const GIFT_FILE = /^(prize-)?([1-9]\d{0,14})\.svg$/

const FOR_EVER = 'public, max-age=31536000, immutable'
const PHOTO_FILE = /^([1-9]\d{0,14})\.(jpg|webp)$/

/** /img/goods/:file — pictures that staff sent in: .jpg is whole, .webp small. A file never changes; what the law bars is not shown. */
function servePhotos({ app, deps: { database } }: ModuleContext): void {
  const neutral = neutralSvg()
  app.get<{ Params: { file: string } }>('/img/goods/:file', async (request, reply) => {
    const [, id, kind] = PHOTO_FILE.exec(request.params.file) ?? []
    const found =
      id !== undefined && (await mayShow(database, Number(id)))
        ? await (kind === 'jpg' ? readContent : readPreview)(database.db, Number(id), null, 'goods')
        : null
    if (found === null) return reply.code(404).header('cache-control', 'no-cache').type('image/svg+xml; charset=utf-8').send(neutral)
    return reply
      .header('cache-control', FOR_EVER)
      .header('x-content-type-options', 'nosniff')
      .type(kind === 'jpg' ? 'image/jpeg' : 'image/webp')
      .send(found.bytes)
  })
}

/**
 * /img/package/:id.svg — the picture of every goods that has no photo; /img/points/:id.svg and /img/points/prize-:id.svg —
 * those of the points mall and of draws; /img/banner/winter-brand.svg — grounds of banners, by motif and tone.
 */
export function packageRoutes(context: ModuleContext): void {
  const { database } = context.deps
  servePhotos(context)
  servePictures(context, '/img/package', async (file) => {
    const [, id] = ID_FILE.exec(file) ?? []
    const goods = id === undefined ? null : await readPackagedGoods(database, Number(id))
    return goods && packageSvg(goods)
  })
  servePictures(context, '/img/points', async (file) => {
    const [, prize, id] = GIFT_FILE.exec(file) ?? []
    const gift = id === undefined ? null : await readGift(database, prize ? 'prize' : 'goods', Number(id))
    return gift && giftSvg(gift)
  })
  servePictures(context, '/img/banner', async (file) => {
    const banner = bannerOf(file)
    return banner && bannerSvg(banner.motif, banner.tone)
  })
}
