import { Alert, Button, Form, Input, Modal, Pagination, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import type { CompanyPriceWire } from '#contract/prices-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

const PER_PAGE = 10

interface Fields {
  company_id: number
  price: string
  reason: string
}

/** One company's price: set, changed, taken back (empty). */
function PriceDialog({ id, version, row, onClose }: { id: number; version: number; row: CompanyPriceWire | null; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const [text, setText] = useState('')
  const words = useDeferredValue(text.trim())
  const found = useAsk(calls.priceCompanies, { query: { keywords: words } }, { enabled: words !== '' && row === null })
  const deed = useDeed(calls.companyPriceSave, {
    done: '企业专价已保存，该企业随即看到',
    outdates: [calls.companyPrices, calls.prices, calls.priceHistory, calls.history],
    form,
    onDone: onClose,
  })
  const theirs = deed.meanwhile?.changes.find(({ field }) => field === 'price')?.theirs
  return (
    <Modal
      open
      title={row ? `${row.company} 的专价` : '给一家企业定专价'}
      onCancel={onClose}
      okText={deed.meanwhile ? '以我的为准，再次保存' : '保存'}
      cancelText="取消"
      confirmLoading={deed.isBusy}
      onOk={() => (deed.meanwhile ? void deed.keepMine() : form.submit())}
      width={440}
    >
      {deed.meanwhile && (
        <Alert
          type="warning"
          showIcon
          className="trouble"
          title={`您打开之后，别人改过这个商品的价格；这家企业的专价现在是 ${theirs || '没有'}。您填写的还在，没有保存。`}
        />
      )}
      {deed.problem && <Alert type="error" showIcon className="trouble" title={deed.problem} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ company_id: row?.company_id, price: row?.price ?? '' }}
        onFinish={(typed) =>
          void deed.run({
            params: { id },
            body: { ...typed, company_id: row?.company_id ?? typed.company_id, price: typed.price ?? '', version },
          })
        }
      >
        {row === null && (
          <Form.Item name="company_id" label="企业" rules={[{ required: true, message: '请选择企业' }]}>
            <Select
              showSearch={{ filterOption: false, onSearch: setText }}
              placeholder="名称、首字母或编码"
              notFoundContent={words === '' ? '输入后显示' : found.isFetching ? '正在找…' : '没有找到'}
              options={(words === '' ? [] : (found.data?.list ?? [])).map(({ id: company, name, code, rank }) => ({
                value: company,
                label: [name, code, rank && `${rank} 级`].filter(Boolean).join('　'),
              }))}
            />
          </Form.Item>
        )}
        <Form.Item name="price" label={row ? `专价（元；空着 = 取消，回到 ${row.usual ?? '没有价'}）` : '专价（元）'}>
          <Input maxLength={20} autoFocus={row !== null} />
        </Form.Item>
        <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, min: 2, message: '请写明理由（至少 2 个字）' }]}>
          <Input maxLength={200} placeholder="记入改价经过" />
        </Form.Item>
      </Form>
    </Modal>
  )
}

export function CompanyPrices({ id, version }: { id: number; version: number }) {
  const may = useMay()
  const can = may('prices.change')
  const [keywords, setKeywords] = useState('')
  const [page, setPage] = useState(1)
  /** null: a new one. */
  const [open, setOpen] = useState<{ row: CompanyPriceWire | null } | null>(null)
  const query = { page, per_page: PER_PAGE, ...(keywords && { keywords }) }
  const answer = useAsk(calls.companyPrices, { params: { id }, query }, { keepFormer: true })
  return (
    <Section
      title="企业专价"
      action={
        <span className="row">
          <Input.Search
            size="small"
            allowClear
            placeholder="企业"
            aria-label="企业专价里找企业"
            style={{ width: 140 }}
            onSearch={(text) => {
              setKeywords(text.trim())
              setPage(1)
            }}
          />
          {can && (
            <Button size="small" onClick={() => setOpen({ row: null })}>
              定专价…
            </Button>
          )}
        </span>
      }
    >
      <Loaded of={answer}>
        {({ list, total }) =>
          list.length === 0 ? (
            <p className="muted">{keywords ? '没有这样的企业有专价' : '没有企业有专价，都按等级价或基准价'}</p>
          ) : (
            <>
              <table className="tb tb-in">
                <thead>
                  <tr>
                    <th>企业</th>
                    <th>等级</th>
                    <th className="num">专价</th>
                    <th className="num">不然是</th>
                    {can && <th />}
                  </tr>
                </thead>
                <tbody>
                  {list.map((row) => (
                    <tr key={row.company_id}>
                      <td>{row.company}</td>
                      <td>{row.rank}</td>
                      <td className="num">
                        <Money yuan={row.price} strong />
                      </td>
                      <td className="num">
                        <Money yuan={row.usual} />
                      </td>
                      {can && (
                        <td className="num">
                          <Button type="link" size="small" onClick={() => setOpen({ row })}>
                            改…
                          </Button>
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
              {total > PER_PAGE && (
                <Pagination size="small" current={page} pageSize={PER_PAGE} total={total} showSizeChanger={false} onChange={setPage} />
              )}
            </>
          )
        }
      </Loaded>
      {open && <PriceDialog id={id} version={version} row={open.row} onClose={() => setOpen(null)} />}
    </Section>
  )
}
