import { Alert, Button, DatePicker, Form } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { urlOf } from '#api-client/request.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { DownloadButton } from '../../parts/DownloadButton.tsx'
import { numberText } from '../../parts/numbers.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { CompanyPicker } from './CompanyPicker.tsx'
import { calls } from './calls.ts'
import css from './finance.module.css'

const DAY = 'YYYY-MM-DD'
const lastMonth = dayjs().subtract(1, 'month')
const PERIODS: { label: string; value: [Dayjs, Dayjs] }[] = [
  { label: '今天', value: [dayjs(), dayjs()] },
  { label: '本月', value: [dayjs().startOf('month'), dayjs()] },
  { label: '上月', value: [lastMonth.startOf('month'), lastMonth.endOf('month')] },
  { label: '今年', value: [dayjs().startOf('year'), dayjs()] },
]

/** What left the house in a period, line by line and batch by batch: as Excel, or as a paper with quality's seal. */
export default function SalesRecordPage() {
  const may = useMay()
  const [days, setDays] = useState<readonly [Dayjs, Dayjs] | null>(() => [dayjs().startOf('month'), dayjs()])
  const [company, setCompany] = useState<number | null>(null)
  const [made, setMade] = useState('')
  const deed = useDeed(calls.salesRecordPaper, {
    done: '',
    outdates: [calls.papers],
    onDone: ({ lines, document }) => setMade(`${numberText(lines)} 行，单据 ${document.no} 制作中`),
  })
  const asked = days && {
    from: days[0].format(DAY),
    to: days[1].format(DAY),
    ...(company !== null && { company_id: company }),
  }
  return (
    <div className="scroll page">
      <Form layout="vertical" className={css.form}>
        <Form.Item label="日期" htmlFor="sales-days" required>
          <DatePicker.RangePicker
            id={{ start: 'sales-days', end: 'sales-until' }}
            value={days ? [...days] : null}
            presets={PERIODS}
            onChange={(chosen) => setDays(chosen?.[0] && chosen[1] ? [chosen[0], chosen[1]] : null)}
          />
        </Form.Item>
        {may('credit.view') && (
          <Form.Item label="企业（不选为全部）" htmlFor="sales-company">
            <CompanyPicker id="sales-company" value={company} onChange={setCompany} />
          </Form.Item>
        )}
        <p className="muted">药品销售记录：逐行逐批号，含购货单位、批号、效期、数量、日期。</p>
        {asked !== null && (
          <div className="row row-deeds">
            <DownloadButton url={urlOf('/api/staff/sales_record', { query: asked })}>导出 Excel</DownloadButton>
            {may('sales_record.make') && (
              <Button size="small" loading={deed.isBusy} onClick={() => void deed.run({ body: asked })}>
                制作盖章单据
              </Button>
            )}
          </div>
        )}
        {deed.problem && <Alert type="error" showIcon title={deed.problem} style={{ marginTop: 12 }} />}
        {made && (
          <Alert
            type="success"
            showIcon
            title={made}
            action={<To to="finance/papers?kinds=sales_record">看单据</To>}
            style={{ marginTop: 12 }}
          />
        )}
      </Form>
    </div>
  )
}
