import { type Drawing, type DrawingFrame, type Drawings, versionText } from '../documents/public.ts'

/** What a report's paper says, as it was at the release. */
export interface ReportSnapshot {
  report_id: number
  kind_name: string
  report_no: string
  report_date: string
  code: string
  name: string
  generic_name: string
  spec: string
  dosage_form: string
  manufacturer: string
  holder: string
  approval_no: string
  batch_no: string
  production_date: string
  expiry_date: string
  file_id: number
  file_name: string
  size: number
  sha256: string
  released_by: string
}

const inKilobytes = (size: number) => `${Math.max(1, Math.round(size / 1024)).toLocaleString('zh-CN')} KB（${size} 字节）`
/** Sixty-four signs in one line are read by nobody. */
const inEights = (hex: string) => (hex.match(/.{8}/g) ?? []).join(' ')

/** 检验报告转递单: stands beside the maker's signed file, names it by its fingerprint and bears our seal; the file itself stays untouched. */
const cover = (report: ReportSnapshot, frame: DrawingFrame): Drawing => ({
  write: (paper) => {
    paper.heading('检验报告转递单', `编号 ${frame.no}${versionText(frame)}`)
    paper.section('药品')
    paper.facts([
      ['通用名称', report.generic_name],
      ['商品名称', report.name],
      ['规格', report.spec],
      ['剂型', report.dosage_form],
      ['批号', report.batch_no],
      ['批准文号', report.approval_no],
      ['生产日期', report.production_date],
      ['有效期至', report.expiry_date],
    ])
    paper.facts(
      [
        ['生产企业', report.manufacturer],
        ['上市许可持有人', report.holder],
      ],
      1,
    )
    paper.section(`随附的${report.kind_name}`)
    paper.facts(
      [
        ['报告编号', report.report_no],
        ['报告日期', report.report_date],
        ['文件名', report.file_name],
        ['文件大小', inKilobytes(report.size)],
        ['SHA-256', inEights(report.sha256)],
      ],
      1,
    )
    paper.space(6)
    paper.paragraph(
      `上述${report.kind_name}由生产企业以电子文件签署，我公司按原文件逐字节转递，未作任何改动，也不在文件上另行盖章。请以上列 SHA-256 核对所收文件；文件中的电子签名由贵公司在阅读软件中核验。`,
    )
    paper.paragraph(`质量管理部门已于 ${frame.day} 核对药品名称、规格、批号与报告一致，予以放行。放行人：${report.released_by}。`)
  },
})

/** A scan without a signature: copied page by page, with our lines, seal and watermark. */
const copy = (report: ReportSnapshot): Drawing => ({
  options: {
    stamp: '复印件 仅供药品验收使用',
    strip: [
      `${report.generic_name} ${report.spec}　批号 ${report.batch_no}　${report.manufacturer}`,
      `本件为${report.kind_name}的复印件，与我公司留存的原件一致。质量管理部门放行人：${report.released_by}`,
      `原件 SHA-256 ${report.sha256}`,
    ],
  },
  copyOf: [report.file_id],
  write: () => undefined,
})

export const reportDrawings: Pick<Drawings, 'report_cover' | 'inspection'> = { report_cover: cover, inspection: copy }
