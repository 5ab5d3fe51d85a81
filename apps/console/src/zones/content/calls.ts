import { endpoint } from '#api-client/endpoint.ts'

type Front = typeof import('#contract/front.ts')
type Agreements = typeof import('#contract/agreements.ts')
type Content = typeof import('#contract/content.ts')

export const calls = {
  agreements: endpoint<Agreements['staffAgreements']>('GET', '/api/staff/agreement'),
  agreement: endpoint<Agreements['staffAgreement']>('GET', '/api/staff/agreement/:id'),
  agreementAdd: endpoint<Agreements['staffAgreementAdd']>('POST', '/api/staff/agreement'),
  agreementPrepare: endpoint<Agreements['staffAgreementPrepare']>('POST', '/api/staff/agreement/prepare'),
  agreementSave: endpoint<Agreements['staffAgreementSave']>('POST', '/api/staff/agreement/:id/draft'),
  agreementPublish: endpoint<Agreements['staffAgreementPublish']>('POST', '/api/staff/agreement/:id/publish'),
  agreementWithdraw: endpoint<Agreements['staffAgreementWithdraw']>('POST', '/api/staff/agreement/:id/withdraw'),
  agreementCompanies: endpoint<Agreements['staffAgreementCompanies']>('GET', '/api/staff/agreement_company'),
  articles: endpoint<Content['staffArticles']>('GET', '/api/staff/article'),
  article: endpoint<Content['staffArticle']>('GET', '/api/staff/article/:id'),
  save: endpoint<Content['staffArticleSave']>('POST', '/api/staff/article'),
  deed: endpoint<Content['staffArticleCommand']>('POST', '/api/staff/article/:id/:command'),
  prepare: endpoint<Content['staffArticlePrepare']>('POST', '/api/staff/article/prepare'),
  slots: endpoint<Front['staffSlots']>('GET', '/api/staff/front/slot'),
  adverts: endpoint<Front['staffAdverts']>('GET', '/api/staff/front/slot/:slot'),
  advertsSave: endpoint<Front['staffAdvertsSave']>('POST', '/api/staff/front/slot/:slot'),
  advertsPreview: endpoint<Front['staffAdvertsPreview']>('POST', '/api/staff/front/slot/:slot/preview'),
  links: endpoint<Front['staffLinks']>('GET', '/api/staff/front/link/:place'),
  linksSave: endpoint<Front['staffLinksSave']>('POST', '/api/staff/front/link/:place'),
  hotWords: endpoint<Front['staffHotWords']>('GET', '/api/staff/front/word'),
  hotWordsSave: endpoint<Front['staffHotWordsSave']>('POST', '/api/staff/front/word'),
  pages: endpoint<Front['staffPages']>('GET', '/api/staff/front/page'),
  pageChoices: endpoint<Front['staffPageChoices']>('GET', '/api/staff/front/page_choices'),
  page: endpoint<Front['staffPage']>('GET', '/api/staff/front/page/:id'),
  pageSave: endpoint<Front['staffPageSave']>('POST', '/api/staff/front/page'),
  pageDeed: endpoint<Front['staffPageCommand']>('POST', '/api/staff/front/page/:id/:command'),
  pagePreview: endpoint<Front['staffPagePreview']>('GET', '/api/staff/front/page/:id/preview'),
}
