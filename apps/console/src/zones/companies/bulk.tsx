import { AutoComplete, Form, Input, Select } from 'antd'
import type { BulkChoice } from '../../parts/BulkBar.tsx'

interface Choices {
  ranks: readonly string[]
  managers: readonly { name: string; phone: string }[]
}

/** What is done to many companies at once. */
export const bulkOf = ({ ranks, managers }: Choices): readonly BulkChoice[] => [
  {
    kind: 'company.manager',
    needs: 'companies.terms',
    text: '分配客户经理',
    effect: '客户在“我的”里看到新的客户经理；等级不变。',
    fields: (
      <div className="thirds">
        <Form.Item name="manager_name" label="客户经理" rules={[{ required: true, whitespace: true, message: '请填写客户经理' }]}>
          <AutoComplete autoFocus options={managers.map(({ name }) => ({ value: name }))} maxLength={20} />
        </Form.Item>
        <Form.Item name="manager_phone" label="电话">
          <Input maxLength={20} />
        </Form.Item>
      </div>
    ),
  },
  {
    kind: 'company.rank',
    needs: 'companies.terms',
    text: '调等级',
    effect: '购物车里的价格随即按新的等级算；已下的订单不变。',
    initial: { rank: '' },
    fields: (
      <Form.Item name="rank" label="等级">
        <Select options={['', ...ranks.filter(Boolean)].map((rank) => ({ value: rank, label: rank || '无等级' }))} />
      </Form.Item>
    ),
  },
  {
    kind: 'company.freeze',
    needs: 'companies.review',
    text: '冻结',
    effect: '照办只是逐家提交，由另一人批准后才冻结；冻结的企业不能下单，也不给它发货。',
    danger: true,
  },
  { kind: 'company.unfreeze', needs: 'companies.review', text: '解冻', effect: '冻结的企业恢复为已通过；证照不全的仍不能买对应的品种。' },
]
