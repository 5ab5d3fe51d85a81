import { needsOf, PAPER_FORMS } from '#domain/paper-kinds.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { EVERYTHING, type SearchRequest } from './request.ts'

/** For tests: a request for everything, and viewers. */
export const REQUEST: SearchRequest = { ...EVERYTHING, sort: 'relevance', limit: 1000, withFacets: true }

export function viewerOf(company: Partial<ViewerCompany>): Viewer & { company: ViewerCompany } {
  return {
    accountId: 1,
    username: 'u',
    name: '',
    phone: '',
    face: '',
    staff: null,
    sessionId: 1,
    hasWechat: false,
    seenBy: null,
    company: {
      id: 1,
      name: '测试大药房',
      type: '单体药店',
      province: '四川省',
      city: '成都市',
      district: '',
      address: '',
      rank: 'A',
      creditCode: '',
      managerName: '',
      managerPhone: '',
      managerDefault: false,
      storeGroupId: null,
      reviewState: 2,
      contractSigned: true,
      scopeCodes: new Set(['chemical']),
      qualifications: needsOf('单体药店').flatMap(({ must, kinds: [kind = 'business_licence'] }) =>
        must ? [{ kind, name: PAPER_FORMS[kind].name, expiresOn: '2099-12-31', status: 2, scopeCodes: [] }] : [],
      ),
      ...company,
    },
  }
}
