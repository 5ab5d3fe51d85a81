import type { FileAnswer } from '../../../platform/http.ts'
import { workbookAnswer } from '../../../platform/workbook.ts'

/** The list to fill in: the columns that are recognised, and lines that show how each is meant. */
export const templateFile = (): Promise<FileAnswer> =>
  workbookAnswer('采购清单模板.xlsx', [
    {
      name: '采购清单',
      columns: [
        { title: '商品编码', width: 14 },
        { title: '条形码', width: 18 },
        { title: '批准文号', width: 22 },
        { title: '商品名称', width: 26 },
        { title: '规格', width: 22 },
        { title: '生产厂家', width: 26 },
        { title: '数量', width: 10 },
      ],
      rows: [
        ['', '', '', '阿莫西林胶囊', '0.25g*24粒', '', 20],
        ['', '', '', '板蓝根颗粒', '10g*20袋', '', '2件'],
      ],
    },
  ])
