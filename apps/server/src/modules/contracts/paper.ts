import type { ContractArticle } from '#domain/contracts.ts'
import { makePaper, type Supplier } from '../documents/public.ts'

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

/** The signed contract as both sides keep it: the whole text, and what proves the signing. */
export function contractPaper(contract: SignedContract, account?: number): Promise<Buffer> {
  const { no, title, version, supplier, buyer, term, signer, signedAt } = contract
  const footer = `${title}（第 ${version} 版）· 合同编号 ${no}`
  const options = { title: `${title} ${no}`, author: supplier.name, footer, madeAt: signedAt }
  return makePaper({ ...options, ...(account !== undefined && { account }) }, (paper) => {
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
  })
}
