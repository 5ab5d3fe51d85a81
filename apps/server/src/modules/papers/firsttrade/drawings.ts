import { type Drawing, type DrawingFrame, type Drawings, versionText } from '../documents/public.ts'

export interface CopySnapshot {
  paperId: number
  /** The whole name, with the person whom it names. */
  name: string
  number: string
  issuer: string
  expiresOn: string | null
  buyer: string
  /** Across each page. */
  mark: string
  files: readonly number[]
  /** Of the originals, in hexadecimal. */
  sha256: readonly string[]
}

export interface ListedPaper {
  id: number
  name: string
  number: string
  expiresOn: string | null
  /** Of the copy. */
  no: string
}
export interface PackSnapshot {
  buyer: string
  goods: { name: string; spec: string; manufacturer: string; approvalNo: string; code: string } | null
  papers: readonly ListedPaper[]
  missing: readonly string[]
}

export interface ApprovalSnapshot {
  approval: {
    company: string
    type: string
    creditCode: string
    address: string
    papers: readonly { name: string; number: string; expiresOn: string | null }[]
    questionnaire: string
    checkedBy: string
    checkedAt: string
    opinion: string
    decidedBy: string
    decidedAt: string
    reason: string
  }
}

export const endOf = (expiresOn: string | null): string => expiresOn ?? '长期'

const PAPER_COLUMNS = [
  { title: '序号', share: 1, align: 'center' },
  { title: '资料', share: 5 },
  { title: '证照编号', share: 4 },
  { title: '有效期至', share: 2 },
  { title: '副本编号', share: 3 },
] as const

const versionOf = (frame: DrawingFrame): string => `编号 ${frame.no}${versionText(frame)}`

export const FIRST_TRADE_DRAWINGS: Drawings = {
  licence_copy: (copy: CopySnapshot, frame) => ({
    copyOf: copy.files,
    options: {
      stamp: copy.mark,
      strip: [
        `本副本仅供${copy.buyer}办理首营备案使用，用于其他用途无效。`,
        ...copy.sha256.slice(0, 3).map((hash) => `原件 SHA-256：${hash}`),
      ],
    },
    write: (paper) => {
      paper.heading(`${copy.name}（副本）`, versionOf(frame))
      paper.facts([
        ['提供给', copy.buyer],
        ['证照编号', copy.number],
        ['有效期至', endOf(copy.expiresOn)],
        ['发证机关', copy.issuer],
      ])
    },
  }),
  first_trade: (snapshot: PackSnapshot | ApprovalSnapshot, frame) =>
    'approval' in snapshot ? approvalForm(snapshot, frame) : packList(snapshot, frame),
  goods_file: (snapshot: PackSnapshot, frame) => packList(snapshot, frame),
}

function packList(pack: PackSnapshot, frame: DrawingFrame): Drawing {
  const { supplier } = frame
  return {
    write: (paper) => {
      paper.heading(pack.goods === null ? '首营企业资料表' : '首营品种资料表', versionOf(frame))
      paper.facts([
        ['供货企业', supplier.name],
        ['提供给', pack.buyer],
        ['药品经营许可证', supplier.licence],
        ['统一社会信用代码', supplier.taxNo],
        ['地址', supplier.address],
        ['电话', supplier.phone],
        ['开户银行', supplier.bank],
        ['银行账号', supplier.account],
      ])
      if (pack.goods !== null)
        paper.facts([
          ['品种', `${pack.goods.name}　${pack.goods.spec}`],
          ['生产企业', pack.goods.manufacturer],
          ['批准文号', pack.goods.approvalNo],
          ['商品编码', pack.goods.code],
        ])
      paper.section('资料目录')
      paper.table(
        PAPER_COLUMNS,
        pack.papers.map((one, at) => [String(at + 1), one.name, one.number, endOf(one.expiresOn), one.no]),
      )
      if (pack.missing.length > 0) paper.paragraph(`未包含：${pack.missing.join('、')}。`, { faint: true })
      paper.paragraph(
        `以上资料的副本逐页标注“仅供${pack.buyer}首营备案使用”，加盖我司公章并附电子签名；扫描每份副本右上角的二维码可核验真伪、是否已被新版本替代。资料更新后，我司将通知贵司并提供新的副本。`,
      )
    },
  }
}

function approvalForm({ approval }: ApprovalSnapshot, frame: DrawingFrame): Drawing {
  return {
    write: (paper) => {
      paper.heading('首营购货企业审批表', versionOf(frame))
      paper.facts([
        ['企业名称', approval.company],
        ['企业类型', approval.type],
        ['统一社会信用代码', approval.creditCode],
        ['地址', approval.address],
      ])
      paper.section('资质材料')
      paper.table(
        [
          { title: '材料', share: 4 },
          { title: '编号', share: 4 },
          { title: '有效期至', share: 2 },
        ],
        approval.papers.map((one) => [one.name, one.number, endOf(one.expiresOn)]),
      )
      paper.facts([['质量体系调查表', approval.questionnaire]], 1)
      paper.section('审批')
      paper.facts(
        [
          ['质量部门审核', `${approval.checkedBy}　${approval.checkedAt}`],
          ['审核意见', approval.opinion],
          ['质量负责人审批', `${approval.decidedBy}　${approval.decidedAt}`],
          ['审批意见', approval.reason || '同意'],
        ],
        1,
      )
    },
  }
}
