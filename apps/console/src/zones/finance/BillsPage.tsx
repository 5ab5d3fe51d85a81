import { UploadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, DatePicker, Empty, Modal, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ChannelBillWire } from '#contract/channel-bills.ts'
import { outdate, useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { FileDrop } from '../../parts/FileDrop.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { sendChannelBill } from './statement-file.ts'

type Bills = typeof import('#contract/channel-bills.ts')['staffChannelBills']

const DAY = 'YYYY-MM-DD'

function Differences({ bill: { day, open, differences } }: { bill: ChannelBillWire }) {
  if (differences === 0) return <StateTag tone="done">相符</StateTag>
  return <To to={`finance/differences?start_time=${day}&end_time=${day}`}>{open > 0 ? `${open} 处待处理` : `${differences} 处已关闭`}</To>
}

const COLUMNS: Columns<Bills> = [
  { title: '日期', dataIndex: 'day', render: (day: string) => <b>{day}</b> },
  { title: '渠道', dataIndex: 'channel_name' },
  { title: '差异', key: 'differences', render: (_, bill) => <Differences bill={bill} /> },
  { title: '相符', dataIndex: 'matched_count', align: 'right' },
  { title: '渠道收款', dataIndex: 'theirs_in', align: 'right', render: (amount: string) => <Money yuan={amount} /> },
  { title: '本店收款', dataIndex: 'ours_in', align: 'right', render: (amount: string) => <Money yuan={amount} /> },
  { title: '渠道退款', dataIndex: 'theirs_out', align: 'right', render: (amount: string) => <Money yuan={amount} /> },
  { title: '本店退款', dataIndex: 'ours_out', align: 'right', render: (amount: string) => <Money yuan={amount} /> },
  { title: '文件', dataIndex: 'file_name', ellipsis: true, width: 180 },
  { title: '上传', dataIndex: 'sent_at', render: (at: string) => <When at={at} short /> },
  { title: '上传人', dataIndex: 'sent_by' },
]

function Send({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const channels = useAsk(calls.bills, { query: { per_page: 1 } }).data?.channels ?? []
  const [chosen, setChosen] = useState('')
  const [day, setDay] = useState(dayjs().subtract(1, 'day').format(DAY))
  const [bill, setBill] = useState<ChannelBillWire | null>(null)
  const channel = chosen || channels[0]?.channel || ''
  const close = () => {
    setBill(null)
    onClose()
  }
  return (
    <Modal open={open} title="上传渠道账单" width={640} onCancel={close} footer={null}>
      {channels.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="商城没有接通支付渠道，没有账单要核对" />
      ) : (
        <>
          <div className="bar">
            <Select
              aria-label="渠道"
              style={{ minWidth: 160 }}
              value={channel}
              options={channels.map((one) => ({ value: one.channel, label: one.name }))}
              onChange={setChosen}
            />
            <DatePicker
              aria-label="账单日期"
              allowClear={false}
              value={dayjs(day)}
              maxDate={dayjs()}
              onChange={(at) => at && setDay(at.format(DAY))}
            />
          </div>
          <FileDrop
            label="渠道账单文件"
            text={`${day} 的日账单，CSV、XLSX 或 XLS，2 MB 以内。要有商户订单号（或渠道流水号）和金额；再传一次以后一次为准。`}
            take={async (file) => {
              setBill(null)
              setBill(await sendChannelBill(channel, day, file))
              await outdate(queries, [calls.bills, calls.differences, calls.closing])
            }}
          />
          {bill && (
            <Alert
              role="status"
              showIcon
              className="trouble"
              type={bill.open === 0 ? 'success' : 'warning'}
              title={bill.open === 0 ? `${bill.matched_count} 笔全部相符` : `相符 ${bill.matched_count} 笔，差异 ${bill.open} 处待处理`}
              description={bill.other_days > 0 && `文件里另有 ${bill.other_days} 行不是 ${bill.day} 的，没有比较`}
              action={bill.open > 0 && <To to={`finance/differences?state=open&start_time=${bill.day}&end_time=${bill.day}`}>去处理</To>}
            />
          )}
        </>
      )}
    </Modal>
  )
}

/** Bills of payment channels, a day each, laid beside what the shop has booked. */
export default function BillsPage() {
  const canSend = useMay()('money.reconcile')
  const [params, setParams] = useSearchParams()
  const isSending = params.get('send') === '1'
  const sending = (open: boolean): void =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now)
        if (open) changed.set('send', '1')
        else changed.delete('send')
        return changed
      },
      { replace: true },
    )
  useKeys([{ key: 'I', what: '上传渠道账单', run: () => sending(true), when: canSend }])
  return (
    <>
      <ListPage
        what="账单"
        list={calls.bills}
        columns={COLUMNS}
        actions={
          canSend && (
            <Button icon={<UploadOutlined />} onClick={() => sending(true)}>
              上传账单 <Kbd of="I" />
            </Button>
          )
        }
        empty="还没有账单。从渠道的商户平台下载日账单，点“上传账单”"
      />
      {canSend && <Send open={isSending} onClose={() => sending(false)} />}
    </>
  )
}
