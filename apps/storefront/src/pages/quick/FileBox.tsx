import { useId, useState } from 'react'
import { QUICK_FILE_BYTES_MAX, QUICK_LINES_MAX } from '#contract/constants.ts'
import type { QuickAnswerWire } from '#contract/selfservice.ts'
import { Icon } from '#ui/Icon.tsx'
import { useFileDrop } from '#ui/useFileDrop.ts'
import css from './quick.module.css'
import { fileProblem, sendListFile } from './send-file.ts'

const TEMPLATE = '/api/quick_order/template'

/** Where a list is given as a file. */
export function FileBox({ onRead }: { onRead: (answer: QuickAnswerWire) => void }) {
  const id = useId()
  const [problem, setProblem] = useState('')
  const { busy, over, zone, field } = useFileDrop(async (file) => {
    if (file.size > QUICK_FILE_BYTES_MAX) return setProblem(`文件不能超过 ${QUICK_FILE_BYTES_MAX / 1024 / 1024} MB，请只保留清单`)
    setProblem('')
    try {
      onRead(await sendListFile(file))
    } catch (error) {
      setProblem(fileProblem(error))
    }
  })
  return (
    <fieldset className={css.file} {...zone}>
      <legend className="said">采购清单文件</legend>
      <label className={[css.drop, over && css.over, problem && css.bad].filter(Boolean).join(' ')}>
        <Icon name="table" size={32} />
        <b>{busy ? '正在读取并识别…' : '选择或拖入采购清单'}</b>
        <span>XLSX、XLS 或 CSV，最多 {QUICK_LINES_MAX} 行</span>
        <input
          {...field}
          className="said"
          accept=".xlsx,.xls,.csv"
          disabled={busy}
          aria-label="选择采购清单文件"
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={problem ? true : undefined}
        />
      </label>
      <p id={`${id}-error`} className={css.problem} role="alert">
        {problem && (
          <>
            <Icon name="alert" size={14} />
            {problem}
          </>
        )}
      </p>
      <p id={`${id}-hint`} className={css.fileHint}>
        认得的列名：商品编码、条形码、批准文号、商品名称（品名、通用名）、规格、生产厂家、数量（采购数量、订货数量）；列的先后不限，表头上方可以有标题。
        <a className="link" href={TEMPLATE} download>
          下载模板
        </a>
      </p>
    </fieldset>
  )
}
