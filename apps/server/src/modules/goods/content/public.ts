import type { AdvertWire } from '#contract/content.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { contentCacheOf } from './cache.ts'
import { previewedAdverts } from './front-preview.ts'
import { adverts } from './service.ts'

/** Content: the frame's data, adverts, articles. */
export { factsOf as shopFacts, pageOf } from './article-desk.ts'
export { bodyOf, bodyProblem, CODE as ARTICLE_CODE } from './article-rules.ts'
export { articleOfCode, insertAgreementPage, putFooterLink } from './article-store.ts'
export { claimPictures, imageProblem } from './front-pictures.ts'
export { previewedPage, previewWord } from './front-preview.ts'
export { AGREEMENT_TEXTS, blanksOf, LEGAL_TEXTS } from './legal-texts.ts'
export { contentRoutes } from './routes.ts'
export { isFooterSection, sectionOf } from './sections.ts'

/** What runs in an advert slot now, for calls of other modules that show adverts; a word of the staff's preview takes its place. */
export function advertsOf(database: DatabaseHandle): (slot: string, now: Date, preview?: string) => Promise<AdvertWire[]> {
  const content = { database, cache: contentCacheOf(database) }
  return async (slot, now, preview) => (await previewedAdverts(database, preview, slot, now)) ?? adverts(content, slot, now)
}
