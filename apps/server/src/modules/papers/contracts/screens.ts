import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { staffContracts } from '#contract/documents.ts'
import { SIGNATURE_STATE_NAMES, signatureState } from '#domain/contracts.ts'
import { beijingDate } from '#domain/dates.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { documentHeads, documentWire } from '../documents/public.ts'
import { subjectOf } from './service.ts'
import { type ContractRow, contractPage, contractVersions, type PaperSealRow, sealsOn } from './views.ts'

type Answer = DataOf<typeof staffContracts>
type Paper = Awaited<ReturnType<typeof documentHeads>>[number]

function wireOf(row: ContractRow, paper: Paper | undefined, seals: readonly PaperSealRow[], today: string): Answer['list'][number] {
  const state = signatureState(row, row.isLatest, today)
  const ours = seals.find(({ isOurs }) => isOurs)
  const theirs = seals.find(({ isOurs }) => !isOurs)
  return {
    id: row.id,
    no: row.no,
    version: row.version,
    title: row.title,
    company_id: row.companyId,
    company: row.company,
    state,
    state_name: SIGNATURE_STATE_NAMES[state],
    valid_from: row.validFrom,
    valid_until: row.validUntil,
    buyer: { signer: row.signer, account: row.account, at: row.signedAt.toISOString(), seal: theirs?.name ?? '' },
    supplier: { signer: ours?.signedBy ?? '', seal: ours?.name ?? '', at: ours?.signedAt.toISOString() ?? null },
    document: paper === undefined ? null : documentWire(paper),
  }
}

/** What was signed, of which version, by whom on both sides; the versions beside it. */
export async function contractsOf(
  { db }: DatabaseHandle,
  { page = 1, per_page = PAGE_SIZE, ...query }: NonNullable<QueryOf<typeof staffContracts>>,
  now: Date,
): Promise<Answer> {
  const today = beijingDate(now)
  const filter = {
    keywords: query.keywords?.trim() ?? '',
    version: query.version ?? null,
    state: query.state ?? null,
    companyId: query.company_id ?? null,
  }
  const { rows, total } = await contractPage(db, filter, today, (page - 1) * per_page, per_page)
  const heads = await documentHeads(
    db,
    rows.map(({ id }) => subjectOf(id)),
  )
  const papers = heads.filter(({ kind }) => kind === 'agreement')
  const seals = await sealsOn(
    db,
    papers.map(({ id }) => id),
  )
  const list = rows.map((row) => {
    const paper = papers.find(({ subject }) => subject === subjectOf(row.id))
    return wireOf(
      row,
      paper,
      seals.filter(({ documentId }) => documentId === paper?.id),
      today,
    )
  })
  const versions = (await contractVersions(db, today)).map((one) => ({
    version: one.version,
    title: one.title,
    valid_months: one.validMonths,
    published_at: one.publishedAt.toISOString(),
    standing: one.standing,
  }))
  return { list, total, page, per_page, versions }
}
