import { createHash } from 'node:crypto'
import type { ModuleContext } from '../modules.ts'
import { neutralSvg, packageSvg } from './package-svg.ts'
import { readPackagedGoods } from './store.ts'

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
  const kept = new Map<number, Picture & { drawnAt: number }>()
  return {
    get(id: number, now: Date): Picture | null {
      const found = kept.get(id)
      if (found === undefined) return null
      kept.delete(id)
      if (now.getTime() - found.drawnAt > KEPT_MS) return null
      kept.set(id, found)
      return found
    },
    keep(id: number, picture: Picture, now: Date): void {
      kept.set(id, { ...picture, drawnAt: now.getTime() })
      const oldest = kept.size > KEPT ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
    },
  }
}

/** /img/package/:id.svg — the picture of every goods that has no photo. */
export function packageRoutes({ app, deps }: ModuleContext): void {
  const recent = recentPictures()
  const neutral = pictureOf(neutralSvg())

  app.get<{ Params: { file: string } }>('/img/package/:file', async (request, reply) => {
    const [, digits] = /^([1-9]\d{0,14})\.svg$/.exec(request.params.file) ?? []
    const id = Number(digits ?? 0)
    const now = deps.clock()
    let picture = id > 0 ? recent.get(id, now) : null
    if (picture === null && id > 0) {
      const goods = await readPackagedGoods(deps.database, id)
      if (goods) {
        picture = pictureOf(packageSvg(goods))
        recent.keep(id, picture, now)
      }
    }
    reply.type('image/svg+xml; charset=utf-8')
    // A goods of this number may come later, so that its absence is not kept for a day.
    if (picture === null) return reply.code(404).header('cache-control', 'no-cache').send(neutral.svg)
    reply.header('cache-control', DAY).header('etag', picture.etag)
    if (request.headers['if-none-match']?.includes(picture.etag)) return reply.code(304).send()
    return reply.send(picture.svg)
  })
}
