import sharp from 'sharp'
import { type CompanyType, PAPER_FORMS, PAPER_NEEDS, type PaperKind } from '#domain/paper-kinds.ts'
import { creditCode } from '../demo/credit-code.ts'
import type { Answer, Shop } from './harness.ts'
import { upload } from './upload.ts'

let serial = 500
export const freshCode = (): string => creditCode('420102', ++serial)

export const JOINING = {
  name: '新桥大药房',
  type: '单体药店',
  province: '湖北省',
  city: '武汉市',
  district: '江岸区',
  address: '中山大道 8 号',
  legal_person: '陈溪',
  contact: '陈溪',
  phone: '13911112222',
}

/** Numbers that nobody has: birthdays of the nineteenth of nothing, serial 000. */
const ID_CARD = '11010519491231002X'

/** What a clerk types for a paper of this kind, complete. */
export function paperBody(kind: PaperKind, code: string, fileIds: readonly number[], over: object = {}): object {
  const form = PAPER_FORMS[kind]
  const number = form.holder === '姓名' ? ID_CARD : form.number === '统一社会信用代码' ? code : `示${kind}001`
  return {
    number,
    issuer: '武汉市市场监督管理局',
    holder: form.holder ? '陈溪' : '',
    issued_on: '2025-01-02',
    ...(form.mayBeEndless ? { is_endless: 1 } : { expires_on: '2030-01-01', is_endless: 0 }),
    scope_codes: form.scopes.filter((scope) => ['chem', 'tcm', 'device2', 'device3', 'food'].includes(scope)),
    ...(kind === 'drug_licence' ? { drug_classes: ['rx', 'otc_a', 'otc_b'] } : {}),
    file_ids: fileIds,
    ...over,
  }
}

export async function uploadPaper(shop: Shop, cookie: string): Promise<number> {
  const content = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#eee' } })
    .jpeg()
    .toBuffer()
  return (await upload(shop, cookie, content)).data.id
}

export async function savePaper(shop: Shop, cookie: string, kind: PaperKind, code: string, over: object = {}): Promise<Answer> {
  const body = paperBody(kind, code, [await uploadPaper(shop, cookie)], over)
  return shop.ask('POST', `/api/company/certificate/${kind}`, { cookie, body })
}

/** Fills in company and required papers, as step 2 of the registration does, without sending them. */
export async function fillDossier(
  shop: Shop,
  cookie: string,
  over: Partial<typeof JOINING> & { credit_code?: string } = {},
): Promise<string> {
  const code = over.credit_code ?? freshCode()
  const data = { ...JOINING, credit_code: code, ...over }
  await shop.ask('POST', '/api/company', { cookie, body: data })
  for (const need of PAPER_NEEDS[data.type as CompanyType]) {
    const [kind] = need.kinds
    if (need.must && kind) await savePaper(shop, cookie, kind, code)
  }
  return code
}
