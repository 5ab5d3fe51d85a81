import { Form, Select } from 'antd'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'

/** Whom a wave is given to, with what each has before him; nobody: whoever begins it. */
export function PickerField() {
  const { data } = useAsk(calls.wavePickers, {})
  return (
    <Form.Item name="picker_id" label="拣货人">
      <Select
        allowClear
        autoFocus
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="谁先开始就归谁"
        options={(data?.list ?? []).map(({ id, name, waves }) => ({
          value: id,
          label: waves > 0 ? `${name}（手上 ${waves} 个波次）` : name,
        }))}
      />
    </Form.Item>
  )
}
