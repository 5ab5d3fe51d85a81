import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CategoryWire } from '#contract/categories.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { InHead } from '../../parts/slots.tsx'
import { calls } from './calls.ts'
import { FactFields } from './FactFields.tsx'
import { NEW_FACTS } from './facts-rules.ts'
import { useFactsDeed } from './useFactsDeed.ts'

/** A goods from nothing; it is off the shelf until somebody puts it there. */
export function NewGoods({ categories }: { categories: readonly CategoryWire[] }) {
  const may = useMay()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(NEW_FACTS)
  const [code, setCode] = useState('')
  const [price, setPrice] = useState('')
  const deed = useFactsDeed(calls.recordAdd, {
    done: '商品已建档，尚未上架',
    onDone: ({ id }) => void navigate(`/goods/list/${id}?tab=pictures`, { replace: true }),
  })
  const save = (): void => void deed.run({ body: { ...typed, code, ...(price.trim() !== '' && { price }) } })
  useKeys([{ key: 'Ctrl+S', what: '建档', run: save }])
  const error = (field: string) => (deed.errors[field] ? { validateStatus: 'error' as const, help: deed.errors[field] } : {})
  return (
    <div className="record">
      <InHead>
        <h1>新商品</h1>
      </InHead>
      <div className="record-body">
        <p className="muted reason-what tree-none">
          建档后不上架：首营品种由质量两步审批，通过后才能收货、上架；再补图片和价格。名称按禁售目录核验。
        </p>
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <FactFields
          typed={typed}
          onChange={setTyped}
          changed={[]}
          errors={deed.errors}
          categories={categories}
          disabled={false}
          first={
            <>
              <Form.Item label="商品编码（ERP 的编码）" {...error('code')}>
                <Input aria-label="商品编码" autoFocus maxLength={40} value={code} onChange={({ target }) => setCode(target.value)} />
              </Form.Item>
              {may('prices.change') && (
                <Form.Item label="基准价（元，可以后再定）" {...error('price')}>
                  <Input aria-label="基准价" maxLength={20} value={price} onChange={({ target }) => setPrice(target.value)} />
                </Form.Item>
              )}
            </>
          }
        />
      </div>
      <footer className="foot">
        <span className="grow" />
        <Button onClick={() => void navigate('/goods/list')}>不建了</Button>
        <Button type="primary" loading={deed.isBusy} onClick={save}>
          建档 <Kbd of="Ctrl+S" />
        </Button>
      </footer>
    </div>
  )
}
