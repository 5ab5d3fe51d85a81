import { addDays } from '#domain/dates.ts'
import { makePaper } from '../src/modules/papers/documents/public.ts'
import { type ReportBatch, reportItems, reportNumber, reportPeople, reportTitle } from './maker-report-text.ts'
import { spread } from './spread.ts'

export interface MakerReport {
  no: string
  day: string
  name: string
  content: Buffer
}

const NOTICE = '演示：本报告由演示商店自动生成，企业、人员和数据均为虚构，不得用于药品的验收、销售和使用。'

/** The report of a batch as its maker might have sent it; marked as a demo on every part of it. at: not later than this. */
export async function makerReport(batch: ReportBatch, at: Date): Promise<MakerReport> {
  const no = reportNumber(batch)
  const sampled = addDays(batch.production, 2)
  const day = addDays(batch.production, 9 + spread(no, 8))
  const { tester, checker, approver } = reportPeople(batch)
  const options = {
    title: `${reportTitle(batch)} ${no}`,
    author: `${batch.manufacturer}（演示）`,
    footer: `${batch.manufacturer}（演示）　${no}`,
    madeAt: at,
  }
  const content = await makePaper(options, (paper) => {
    paper.heading(reportTitle(batch), `报告编号 ${no}`)
    paper.facts([
      ['检品名称', batch.name],
      ['批号', batch.batchNo],
      ['规格', batch.spec],
      ['剂型', batch.form],
      ['生产日期', batch.production],
      ['有效期至', batch.expiry],
      ['取样日期', sampled],
      ['检验目的', '出厂检验（全检）'],
    ])
    paper.facts(
      [
        ['生产企业', batch.manufacturer],
        ['批准文号', batch.approvalNo],
        ['检验依据', '本品注册标准（演示）'],
      ],
      1,
    )
    paper.space(4)
    paper.table(
      [
        { title: '检验项目', share: 4 },
        { title: '标准规定', share: 7 },
        { title: '检验结果', share: 4 },
      ],
      reportItems(batch).map((item) => [...item]),
    )
    paper.space(8)
    paper.paragraph('结论：本品按上述标准检验，结果符合规定。', { bold: true, size: 11 })
    paper.space(6)
    paper.facts(
      [
        ['检验人', tester],
        ['复核人', checker],
        ['批准人', `${approver}（质量受权人）`],
        ['报告日期', day],
      ],
      2,
    )
    paper.space(10)
    paper.paragraph(NOTICE, { colour: '#b3261e', size: 10 })
  })
  return { no, day, name: `${batch.code}_${batch.batchNo}.pdf`, content }
}
