import { Alert, AutoComplete, Button, Checkbox, DatePicker, Form, Input, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import dayjs from 'dayjs'
import { useState } from 'react'
import type { StaffReportWire } from '#contract/reports.ts'
import { REPORT_KINDS, type ReportKind, reportSeen } from '#domain/reports.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { PaperSide } from './PaperSide.tsx'

interface Fields {
  goods_code: string
  batch_no: string
  kind: ReportKind
  report_no: string
  report_date: Dayjs | null
  unknown_batch: boolean
}

const FOUND = 12

/** What the file's name did not say: which goods, which batch; batches that are known are offered as they are typed. */
function MatchForm({ report }: { report: StaffReportWire }) {
  const [form] = Form.useForm<Fields>()
  const [typed, setTyped] = useState('')
  const found = useAsk(calls.batches, { query: { keywords: typed, per_page: FOUND } }, { enabled: typed.length >= 2, keepFormer: true })
  const deed = useDeed(calls.reportMatch, { done: '已匹配，待质量放行', outdates: [calls.reports], form })
  const batches = typed.length >= 2 ? (found.data?.list ?? []) : []
  return (
    <Section title={report.state === 'unmatched' ? '手工匹配' : '改正匹配'}>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          goods_code: report.code,
          batch_no: report.batch_no,
          kind: report.kind,
          report_no: report.report_no,
          report_date: report.report_date ? dayjs(report.report_date) : null,
          unknown_batch: false,
        }}
        onFinish={({ report_date, unknown_batch, ...fields }) =>
          void deed.run({
            params: { id: report.id },
            body: { ...fields, report_date: report_date?.format('YYYY-MM-DD') ?? '', unknown_batch: unknown_batch ? 1 : 0 },
          })
        }
      >
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <Form.Item name="batch_no" label="批号" rules={[{ required: true, whitespace: true, message: '请填写批号' }]}>
          <AutoComplete
            autoFocus={report.state === 'unmatched'}
            maxLength={20}
            options={batches.map((batch) => ({
              value: `${batch.batch_no}`,
              key: batch.id,
              label: `${batch.batch_no}　${batch.name} ${batch.spec}　${batch.code}`,
              code: batch.code,
            }))}
            popupMatchSelectWidth={false}
            onSearch={(text) => setTyped(text.trim())}
            onSelect={(_value, { code }) => form.setFieldValue('goods_code', code)}
          />
        </Form.Item>
        <Form.Item name="goods_code" label="商品编码" rules={[{ required: true, whitespace: true, message: '请填写商品编码' }]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="kind" label="种类">
          <Select options={Object.entries(REPORT_KINDS).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="report_no" label="报告编号（可不填）">
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="report_date" label="报告日期（可不填）">
          <DatePicker style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="unknown_batch" valuePropName="checked">
          <Checkbox>批号尚未入库</Checkbox>
        </Form.Item>
        <Button htmlType="submit" loading={deed.isBusy}>
          匹配
        </Button>
      </Form>
    </Section>
  )
}

/** One report beside its paper: matched by hand, released, refused or withdrawn. */
export function ReportDrawer({ report, onClose }: { report: StaffReportWire; onClose: () => void }) {
  const may = useMay()
  const release = useDeed(calls.reportRelease, { done: '已放行', outdates: [calls.reports, calls.requests] })
  const stop = useDeed(calls.reportStop, { done: '已办妥', outdates: [calls.reports] })
  const reason = useReason(release.problem || stop.problem)
  const decides = may('reports.release')
  const canRelease = decides && report.state === 'checking'
  const canRefuse = decides && (report.state === 'checking' || report.state === 'unmatched')
  const canWithdraw = decides && report.state === 'released'
  const canMatch = may('reports.upload') && (report.state === 'unmatched' || report.state === 'checking')
  const what = `${report.name || report.file_name} ${report.batch_no}`
  const askRelease = () =>
    reason.ask({
      title: '放行检验报告',
      bare: true,
      ok: '放行',
      what: (
        <>
          {what} 随即可供客户下载{report.asked > 0 && `，${report.asked} 家在等`}。
          {report.signature_note && <span className="bad">{report.signature_note}</span>}
        </>
      ),
      run: () => release.run({ body: { ids: [report.id], seen: [reportSeen(report)] } }),
    })
  const askStop = (command: 'refuse' | 'withdraw') => () =>
    reason.ask({
      title: command === 'refuse' ? '退回检验报告' : '撤回检验报告',
      danger: true,
      ok: command === 'refuse' ? '退回' : '撤回',
      what: command === 'refuse' ? `${what}：不放行，客户看不到。` : `${what}：客户不能再下载；已开出的核验单随即作废。`,
      usual: command === 'refuse' ? ['批号与报告不符', '扫描不清', '缺页', '签章有疑'] : ['报告有误', '生产企业已更正'],
      run: (said) => stop.run({ params: { id: report.id, command }, body: { reason: said } }),
    })
  useKeys([
    { key: 'A', what: '放行', run: askRelease, when: canRelease },
    { key: 'R', what: canWithdraw ? '撤回' : '退回', run: askStop(canWithdraw ? 'withdraw' : 'refuse'), when: canRefuse || canWithdraw },
  ])
  return (
    <>
      {may('files.view') && <PaperSide file={{ name: report.file_name, mime: 'application/pdf', url: report.file_url }} />}
      <SideDrawer
        title={report.name || '未匹配的报告'}
        note={report.state_name}
        onClose={onClose}
        foot={
          (canRelease || canRefuse || canWithdraw) && (
            <>
              {(canRefuse || canWithdraw) && (
                <Button danger onClick={askStop(canWithdraw ? 'withdraw' : 'refuse')}>
                  {canWithdraw ? '撤回' : '退回'}… <Kbd of="R" />
                </Button>
              )}
              {canRelease && (
                <Button type="primary" className="grow" onClick={askRelease}>
                  放行… <Kbd of="A" />
                </Button>
              )}
            </>
          )
        }
      >
        {report.signature_note && <Alert type="warning" banner title={report.signature_note} />}
        <Section title="报告">
          <Facts
            items={[
              ['文件', report.file_name],
              ['种类', report.kind_name],
              ['商品', report.name && `${report.name} ${report.spec}`],
              ['编码', report.code],
              ['生产企业', report.manufacturer],
              ['批号', report.batch_no],
              ['报告编号', report.report_no],
              ['报告日期', report.report_date],
              ['电子签名', report.signed === 1 ? '有，原样提供' : '无，提供盖章件'],
              ['等待的客户', report.asked > 0 ? `${report.asked} 家` : '无'],
              [
                '上传',
                <span key="up">
                  {report.uploaded_by} <When at={report.uploaded_at} />
                </span>,
              ],
              [
                '处理',
                report.decided_at && (
                  <span key="by">
                    {report.decided_by} <When at={report.decided_at} />
                  </span>
                ),
              ],
              ['说明', report.note],
              ['核验单', report.document_no],
              ...(report.document_fault
                ? ([
                    [
                      '核验单未成',
                      <span key="fault" className="bad">
                        {report.document_fault}
                      </span>,
                    ],
                  ] as const)
                : []),
            ]}
          />
        </Section>
        {canMatch && <MatchForm report={report} />}
        {reason.dialog}
      </SideDrawer>
    </>
  )
}
