import type { ContractArticle } from '#domain/contracts.ts'
import { type Drawing, makePaper, type Paper, type Supplier } from '../documents/public.ts'

export interface SignedContract {
  no: string
  title: string
  version: number
  articles: readonly ContractArticle[]
  supplier: Supplier
  buyer: { name: string; creditCode: string; address: string }
  term: { from: string; until: string }
  signer: { name: string; title: string; account: string }
  ip: string
  sha256: string
  signedAt: Date
}

const beijingTime = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** The whole text, and what proves the signing. */
function writeContract(paper: Paper, contract: SignedContract): void {
  const { no, title, version, supplier, buyer, term, signer, signedAt } = contract
  paper.heading(title, `合同编号 ${no}　第 ${version} 版`)
  paper.facts(
    [
      ['供方', supplier.name],
      ['需方', buyer.name],
      ['信用代码', supplier.taxNo],
      ['信用代码', buyer.creditCode],
      ['地址', supplier.address],
      ['地址', buyer.address],
      ['期限', `${term.from} 至 ${term.until}`],
    ],
    2,
  )
  paper.paragraph(
    '供需双方根据《中华人民共和国药品管理法》《中华人民共和国民法典》《药品经营质量管理规范》等规定，就药品购销与质量保证事宜协商一致，订立本协议。',
  )
  for (const article of contract.articles) {
    paper.section(article.title)
    for (const text of article.paragraphs) paper.paragraph(text)
  }
  paper.section('签署记录')
  paper.keep(150)
  paper.facts(
    [
      ['需方签署人', `${signer.name}（${signer.title}）`],
      ['签署账号', signer.account],
      ['签署时间', `${beijingTime(signedAt)}（北京时间）`],
      ['网络地址', contract.ip],
      ['全文校验值（SHA-256）', contract.sha256],
    ],
    1,
  )
  paper.paragraph('校验值取自签署时所示全文（含双方名称与期限），双方可在系统的“电子合同”页核对。', { size: 9, faint: true })
}

/** Without seals, as contracts were kept before they became documents. */
export function contractPaper(contract: SignedContract): Promise<Buffer> {
  const { no, title, version, supplier, signedAt } = contract
  const footer = `${title}（第 ${version} 版）· 合同编号 ${no}`
  return makePaper({ title: `${title} ${no}`, author: supplier.name, footer, madeAt: signedAt }, (paper) => writeContract(paper, contract))
}

/** All that stands on the agreement, as it was signed; sealId: with which the buyer did, null: by name. */
export interface AgreementSnapshot extends Omit<SignedContract, 'signedAt'> {
  signedAt: string
  companyId: number
  sealId: number | null
}

/** Sealed by both, also across the edges of its pages, so that none can be exchanged. */
export function agreementDrawing(snapshot: AgreementSnapshot): Drawing {
  const { buyer, signer, companyId, sealId, signedAt, ...rest } = snapshot
  const day = beijingTime(new Date(signedAt)).slice(0, 10)
  const company = { id: companyId, name: buyer.name, creditCode: buyer.creditCode }
  return {
    options: { straddling: true, counter: { company, sealId, signer: `${signer.title} ${signer.name}`, date: day } },
    write: (paper) => writeContract(paper, { ...rest, buyer, signer, signedAt: new Date(signedAt) }),
  }
}
