import { Alert, Button, Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { GoodsFinder } from './GoodsFinder.tsx'
import { goodsNumbers } from './goods-numbers.ts'

type Wanted = typeof import('#contract/selfservice.ts')['staffWantedList']
type Row = RowOf<Wanted>

const TONES: Readonly<Record<Row['state'], Tone>> = { open: 'waiting', answered: 'done', arrived: 'done', closed: 'closed' }
const CHOICES: readonly { value: Row['state']; text: string }[] = [
  { value: 'open', text: '待答复' },
  { value: 'answered', text: '已答复' },
  { value: 'arrived', text: '已到货' },
  { value: 'closed', text: '已关闭' },
]

const COLUMNS: Columns<Wanted> = [
  { title: '状态', dataIndex: 'state', render: (_, { state, state_name }) => <StateTag tone={TONES[state]}>{state_name}</StateTag> },
  { title: '品名', dataIndex: 'name', render: (name: string) => <b>{name}</b> },
  { title: '规格', dataIndex: 'spec' },
  { title: '生产厂家', dataIndex: 'manufacturer', ellipsis: true, width: 180 },
  { title: '数量', dataIndex: 'number', align: 'right', render: (number: number, { unit }) => `${numberText(number)} ${unit}` },
  { title: '期望单价', dataIndex: 'expected_price', align: 'right', render: (price: string | null) => <Money yuan={price} /> },
  { title: '企业', dataIndex: 'company', ellipsis: true, width: 200 },
  { title: '已推荐', dataIndex: 'offered', align: 'right' },
  { title: '最近', dataIndex: 'updated_at', render: (at: string) => <When at={at} short /> },
]

interface Fields {
  text: string
  goods?: string[]
  arrived?: boolean
}

function One({ row, onClose }: { row: Row; onClose: () => void }) {
  const may = useMay()
  const canAnswer = may('wanted.answer') && row.state !== 'closed'
  const [form] = Form.useForm<Fields>()
  const [names, setNames] = useState<Readonly<Record<number, string>>>({})
  const deed = useDeed(calls.wantedAnswer, {
    done: '已答复，客户可以看到',
    outdates: [calls.wanted],
    form,
    fields: { goods_ids: 'goods' },
    onDone: () => form.resetFields(),
  })
  const submit = ({ text, goods = [], arrived = false }: Fields) =>
    void deed.run({
      params: { id: row.id },
      body: { text: text.trim(), goods_ids: goodsNumbers(goods), ...(arrived && { arrived: 1 }) },
    })
  useKeys([{ key: 'Ctrl+Enter', what: '答复', run: form.submit, when: canAnswer }])
  return (
    <SideDrawer
      title={row.name}
      note={row.company}
      onClose={onClose}
      foot={
        canAnswer && (
          <Button type="primary" block loading={deed.isBusy} onClick={form.submit}>
            答复 <Kbd of="Ctrl+Enter" />
          </Button>
        )
      }
    >
      <Section title="求购">
        <Facts
          flat
          items={[
            [
              '企业',
              <To key="company" to={`companies/${row.company_id}`}>
                {row.company}
              </To>,
            ],
            ['规格', row.spec],
            ['生产厂家', row.manufacturer],
            ['数量', `${numberText(row.number)} ${row.unit}`],
            ['期望单价', <Money key="price" yuan={row.expected_price} />],
            ['备注', row.note],
            ['提交于', <When key="at" at={row.created_at} />],
            ['上次答复', row.last_answer],
          ]}
        />
      </Section>
      {canAnswer && (
        <Section title="答复">
          <Form form={form} layout="vertical" onFinish={submit}>
            {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
            <Form.Item name="text" label="答复" rules={[{ required: true, whitespace: true, message: '请写答复' }]}>
              <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} placeholder="客户看到的答复" />
            </Form.Item>
            {may('orders.enter') && (
              <Form.Item label="找商品">
                <GoodsFinder
                  companyId={row.company_id}
                  onChoose={(id, label) => {
                    setNames((now) => ({ ...now, [id]: label }))
                    const chosen: string[] = form.getFieldValue('goods') ?? []
                    if (!chosen.includes(String(id))) form.setFieldValue('goods', [...chosen, String(id)])
                  }}
                />
              </Form.Item>
            )}
            <Form.Item
              name="goods"
              label="推荐商品"
              extra="在上面找到的，或粘贴商品页地址后回车；客户按自己的价格看到"
              rules={[
                {
                  validator: async (_, goods: string[] = []) => {
                    if (goodsNumbers(goods).length !== goods.length) throw new Error('有认不出或重复的商品编号')
                  },
                },
              ]}
            >
              <Select
                mode="tags"
                options={Object.entries(names).map(([value, label]) => ({ value, label }))}
                open={false}
                suffixIcon={null}
                maxCount={20}
                tokenSeparators={[' ', ',', '，']}
              />
            </Form.Item>
            <Form.Item name="arrived" valuePropName="checked">
              <Checkbox>商品已到货</Checkbox>
            </Form.Item>
          </Form>
        </Section>
      )}
    </SideDrawer>
  )
}

/** What buyers look for and the shop does not show, those that wait first. */
export default function WantedPage() {
  return (
    <ListPage
      what="求购"
      list={calls.wanted}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '品名、规格、厂家' },
        { kind: 'choice', name: 'state', text: '状态', choices: CHOICES },
      ]}
      drawer={(row, close) => <One key={row.id} row={row} onClose={close} />}
    />
  )
}
