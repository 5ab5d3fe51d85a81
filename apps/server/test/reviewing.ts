import type { DossierWire, PaperWire } from '#contract/companies.ts'
import { type Buyer, makeCompany } from './fixtures.ts'
import type { Answer, Shop } from './harness.ts'
import { fillDossier } from './joining.ts'
import { agreed } from './second-person.ts'

/** Both sides of a company's review: what it sends, and what the wholesaler's staff decide. staff: a session's cookie. */
export function reviewing(shop: Shop, staff: string) {
  /** The test's shop does not listen to the changes that its processes tell each other. */
  const post = (cookie: string, url: string, body: object = {}): Promise<Answer> => {
    shop.sessions.forget()
    return shop.ask('POST', url, { cookie, body })
  }
  /** A newcomer has no papers at all; fixtures give a business licence. */
  async function joining(): Promise<Buyer> {
    const values = { review_state: 0, papers: [], scopes: [], province: '', city: '' }
    const buyer = await makeCompany(shop.database.db, values)
    await shop.database.db.deleteFrom('qualification').where('company_id', '=', buyer.companyId).execute()
    return buyer
  }
  const dossier = async (cookie: string): Promise<DossierWire> => (await shop.ask('GET', '/api/company', { cookie })).data
  const submit = (buyer: Pick<Buyer, 'cookie'>) => post(buyer.cookie, '/api/company/submit')

  const seenByStaff = async ({ companyId }: Pick<Buyer, 'companyId'>): Promise<DossierWire> =>
    (await shop.ask('GET', `/api/staff/company/${companyId}`, { cookie: staff })).data
  /** Decides on what the dossier says now, as a page that was just opened does. */
  async function decide(buyer: Pick<Buyer, 'companyId'>, body: object): Promise<Answer> {
    const { submitted_at } = await seenByStaff(buyer)
    const path = `/api/staff/company/${buyer.companyId}/decide`
    const ask = () => post(staff, path, { ...body, submitted_at })
    // Another person agrees to a freeze, and nobody else is made for what needs nobody else.
    return 'decision' in body && body.decision === 'freeze' ? agreed(shop, ask) : ask()
  }
  /** The version of a paper that waits, decided on as it is now. */
  async function decidePaper(buyer: Pick<Buyer, 'companyId'>, kind: string, verdict: object, who = staff): Promise<Answer> {
    const { open } = paperOf(await seenByStaff(buyer), kind)
    return post(who, `/api/staff/certificate/${open?.id}`, { ...verdict, submitted_at: open?.submitted_at })
  }
  /** Every waiting paper passes, but for those to reject. */
  async function decidePapers(buyer: Pick<Buyer, 'companyId'>, reject: Record<string, string> = {}): Promise<void> {
    const { papers } = await seenByStaff(buyer)
    for (const { kind, open } of papers) {
      if (open?.status !== 1) continue
      const reason = reject[kind]
      await decidePaper(buyer, kind, reason ? { decision: 'reject', reason } : { decision: 'pass' })
    }
  }
  async function passed(): Promise<Buyer & { code: string }> {
    const buyer = await joining()
    const code = await fillDossier(shop, buyer.cookie)
    await submit(buyer)
    await decidePapers(buyer)
    const done = await decide(buyer, { decision: 'pass', rank: 'C', manager_name: '周敏', manager_phone: '027-88886666' })
    if (done.code !== 200) throw new Error(done.text)
    return { ...buyer, code }
  }
  const messages = async ({ companyId }: Pick<Buyer, 'companyId'>) =>
    await shop.database.db
      .selectFrom('message')
      .select(['title', 'text', 'url'])
      .where('company_id', '=', companyId)
      .orderBy('id')
      .execute()
  return { post, joining, dossier, submit, seenByStaff, decide, decidePaper, decidePapers, passed, messages }
}

export function paperOf(data: DossierWire, kind: string): PaperWire {
  const paper = data.papers.find((one) => one.kind === kind)
  if (!paper) throw new Error(`no paper ${kind}`)
  return paper
}
