import { Form, InputNumber, Radio, Select } from 'antd'
import { useAsk } from '../../api/ask.ts'
import type { BulkChoice } from '../../parts/BulkBar.tsx'
import { calls } from './calls.ts'
import { choicesOf } from './category-tree.ts'

const needs = 'goods.change'
const number = (label: string, min: number, extra: string) => (
  <Form.Item name="number" label={label} extra={extra} rules={[{ required: true, message: '请填写数量' }]}>
    <InputNumber autoFocus min={min} max={1_000_000} precision={0} />
  </Form.Item>
)

/** What is done to many goods at once. */
export function useBulk(): readonly BulkChoice[] {
  const categories = useAsk(calls.categories, {})
  return [
    { kind: 'goods.shelf_on', needs, text: '上架', effect: '没有基准价、停售、禁售的上不了架；待质量审核的等审核通过。' },
    {
      kind: 'goods.shelf_off',
      needs,
      text: '下架',
      effect: '下架后客户看得到商品但不能买；在途订单不受影响，随时可以再上架。',
      danger: true,
    },
    {
      kind: 'goods.min_number',
      needs,
      text: '改起订量',
      effect: '购物车里已有的按新的起订量重新检查。',
      fields: number('起订量', 1, '每次至少买多少'),
    },
    {
      kind: 'goods.purchase_limit',
      needs,
      text: '改限购',
      effect: '每家企业每天最多买多少。',
      fields: number('限购', 0, '0：不限'),
    },
    {
      kind: 'goods.category',
      needs,
      text: '调分类',
      effect: '分类也是经营范围和禁售判断的依据，每种商品会重新判断一次。原来的分类在结果里逐条列出。',
      initial: { keep: 1 },
      fields: (
        <>
          <Form.Item name="category_id" label="分类" rules={[{ required: true, message: '请选择分类' }]}>
            <Select showSearch={{ optionFilterProp: 'label' }} options={choicesOf(categories.data?.list ?? [])} />
          </Form.Item>
          <Form.Item name="keep" label="原来的分类">
            <Radio.Group
              aria-label="原来的分类"
              options={[
                { value: 1, label: '保留，再加上这个' },
                { value: 0, label: '去掉，只在这个分类' },
              ]}
            />
          </Form.Item>
        </>
      ),
    },
    {
      kind: 'goods.selected',
      needs,
      text: '设优选',
      effect: '优选专区与商品卡片上的标记。',
      initial: { flag: 1 },
      fields: (
        <Form.Item name="flag" label="优选">
          <Radio.Group
            aria-label="优选"
            options={[
              { value: 1, label: '设为优选' },
              { value: 0, label: '取消优选' },
            ]}
          />
        </Form.Item>
      ),
    },
  ]
}
