import {
  staffAdverts,
  staffAdvertsPreview,
  staffAdvertsSave,
  staffHotWords,
  staffHotWordsSave,
  staffLinks,
  staffLinksSave,
  staffSlots,
} from '#contract/front.ts'
import type { ModuleContext } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import {
  advertsForStaff,
  checkedAdverts,
  hotWordsForStaff,
  linksForStaff,
  saveAdverts,
  saveHotWords,
  saveLinks,
  slotsForStaff,
} from './front-lists.ts'
import { pictureOf } from './front-pictures.ts'
import { previewWord } from './front-preview.ts'

const SEEN = '已保存，商城随即显示'
const FILE = /^([1-9]\d{0,14})\.jpg$/

export function frontDeskRoutes({ app, serve, deps: { database } }: ModuleContext): void {
  serve(staffSlots, async ({ now }) => ({ list: await slotsForStaff(database, now) }))
  serve(staffAdverts, ({ params }) => advertsForStaff(database, params.slot))
  serve(staffAdvertsSave, async ({ viewer, params, body, now, say }) => {
    const saved = await saveAdverts(database, viewer, params.slot, body, now)
    say(SEEN)
    return saved
  })
  serve(staffAdvertsPreview, async ({ params, body, now }) => {
    const { page, list } = await checkedAdverts(database, params.slot, body.list)
    const at = body.at === '' ? now : new Date(body.at)
    const runs = ({ is_on, starts_at, ends_at }: (typeof list)[number]) =>
      is_on === 1 && (starts_at === '' || new Date(starts_at) <= at) && (ends_at === '' || at < new Date(ends_at))
    // One that is not saved yet has no number of its own.
    const drawn = list.filter(runs).map(({ id, title, subtitle, image, url, style }, place) => ({
      id: id || Number.MAX_SAFE_INTEGER - place,
      title,
      subtitle,
      image,
      url,
      style,
    }))
    return { url: `${page}?preview=${await previewWord(database, { slot: params.slot, list: drawn }, now)}` }
  })
  serve(staffLinks, ({ params }) => linksForStaff(database, params.place))
  serve(staffLinksSave, async ({ viewer, params, body, now, say }) => {
    const saved = await saveLinks(database, viewer, params.place, body, now)
    say(SEEN)
    return saved
  })
  serve(staffHotWords, () => hotWordsForStaff(database))
  serve(staffHotWordsSave, async ({ viewer, body, now, say }) => {
    const saved = await saveHotWords(database, viewer, body, now)
    say(SEEN)
    return saved
  })

  app.get<{ Params: { file: string } }>('/img/front/:file', async (request, reply) => {
    const [, id] = FILE.exec(request.params.file) ?? []
    const found = id === undefined ? null : await pictureOf(database, Number(id))
    if (found === null) throw notFound('图片')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .type(found.mime)
      .send(found.bytes)
  })
}
