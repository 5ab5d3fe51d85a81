import { Form, Input, InputNumber, Select } from 'antd'
import type { DataOf } from '#contract/call.ts'
import type { FrontBlockWire } from '#contract/front.ts'
import { MomentField } from '../../parts/MomentField.tsx'
import { SOURCES, type Source, sourceOf, withSource } from './block-rules.ts'
import { LinkField, PictureField } from './front-fields.tsx'

export type Choices = DataOf<typeof import('#contract/front.ts')['staffPageChoices']>
type Choice = Choices['zones'][number]

interface Props {
  block: FrontBlockWire
  onChange: (block: FrontBlockWire) => void
  choices: Choices
  disabled: boolean
  /** What the server said of its link. */
  linkFault?: string | undefined
}

const optionsOf = (list: readonly Choice[]) => list.map(({ value, text }) => ({ value, label: text }))
/** One that is over or far down stays readable. */
const withOwn = (list: readonly Choice[], own: readonly string[]) => [
  ...optionsOf(list),
  ...own.filter((value) => !list.some((one) => one.value === value)).map((value) => ({ value, label: `编号 ${value}` })),
]

function Many({
  label,
  list,
  ids,
  onChange,
  disabled,
}: {
  label: string
  list: readonly Choice[]
  ids: readonly number[]
  onChange: (ids: number[]) => void
  disabled: boolean
}) {
  return (
    <Form.Item label={label}>
      <Select
        mode="multiple"
        aria-label={label}
        disabled={disabled}
        showSearch={{ optionFilterProp: 'label' }}
        value={ids.map(String)}
        options={withOwn(list, ids.map(String))}
        onChange={(chosen: string[]) => onChange(chosen.map(Number))}
      />
    </Form.Item>
  )
}

function GoodsSource({
  block,
  onChange,
  choices,
  disabled,
  source,
  onSource,
}: Omit<Props, 'linkFault'> & { source: Source; onSource: (source: Source) => void }) {
  const one = (list: readonly Choice[], value: string | undefined, take: (value: string) => FrontBlockWire) => (
    <Select
      aria-label={SOURCES[source]}
      disabled={disabled}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? null}
      placeholder="请选择"
      options={withOwn(list, value === undefined ? [] : [value])}
      onChange={(chosen: string | null) => chosen !== null && onChange(take(chosen))}
    />
  )
  const rest = withSource(block, 'zone')
  return (
    <div className="pair">
      <Form.Item label="显示哪些商品">
        <Select
          aria-label="显示哪些商品"
          disabled={disabled}
          value={source}
          options={Object.entries(SOURCES)
            .filter(([value]) => value !== 'ids' || source === 'ids')
            .map(([value, label]) => ({ value, label }))}
          onChange={(next: Source) => onSource(next)}
        />
      </Form.Item>
      <Form.Item label={SOURCES[source]}>
        {source === 'codes' && (
          <Select
            mode="tags"
            aria-label="商品编码"
            disabled={disabled}
            tokenSeparators={[',', '，', ' ', '\n', '、']}
            open={false}
            suffixIcon={null}
            placeholder="粘贴或逐个输入，回车"
            value={block.codes ?? []}
            onChange={(codes: string[]) => onChange({ ...rest, codes })}
          />
        )}
        {source === 'ids' && <span className="muted">{(block.ids ?? []).join('、')}</span>}
        {source === 'category' && one(choices.categories, block.category, (category) => ({ ...rest, category }))}
        {source === 'zone' && one(choices.zones, block.zone, (zone) => ({ ...rest, zone }))}
        {source === 'manufacturer' && one(choices.brands, block.manufacturer?.toString(), (id) => ({ ...rest, manufacturer: Number(id) }))}
        {source === 'promotion' && one(choices.promotions, block.promotion?.toString(), (id) => ({ ...rest, promotion: Number(id) }))}
      </Form.Item>
    </div>
  )
}

/** The fields of one block, by its type. */
export function BlockFields({
  block,
  onChange,
  choices,
  disabled,
  linkFault,
  source,
  onSource,
}: Props & { source: Source | null; onSource: (source: Source) => void }) {
  const put = (change: Partial<FrontBlockWire>): void => onChange({ ...block, ...change })
  const { type } = block
  return (
    <Form layout="vertical" requiredMark={false} component="div" className="front-block">
      <Form.Item label="标题">
        <Input
          aria-label="块的标题"
          maxLength={60}
          disabled={disabled}
          value={block.title ?? ''}
          onChange={({ target }) => put({ title: target.value })}
        />
      </Form.Item>
      <Form.Item label={type === 'text' ? '文字（空一行分段）' : '说明'}>
        <Input.TextArea
          aria-label="块的文字"
          maxLength={2000}
          autoSize={{ minRows: type === 'text' ? 4 : 1 }}
          disabled={disabled}
          value={block.text ?? ''}
          onChange={({ target }) => put({ text: target.value })}
        />
      </Form.Item>
      {type === 'banner' && (
        <PictureField value={block.image ?? ''} disabled={disabled} width={1200} height={260} onChange={(image) => put({ image })} />
      )}
      {type === 'goods' && (
        <>
          <GoodsSource
            block={block}
            onChange={onChange}
            choices={choices}
            disabled={disabled}
            source={source ?? sourceOf(block)}
            onSource={onSource}
          />
          <div className="pair">
            <Form.Item label="最多几种">
              <InputNumber
                aria-label="最多几种"
                min={1}
                max={60}
                disabled={disabled}
                placeholder="10"
                value={block.limit ?? null}
                onChange={(limit) => onChange(numbered(block, 'limit', limit))}
              />
            </Form.Item>
            <Form.Item label="每行几种">
              <InputNumber
                aria-label="每行几种"
                min={1}
                max={6}
                disabled={disabled}
                placeholder="5"
                value={block.columns ?? null}
                onChange={(columns) => onChange(numbered(block, 'columns', columns))}
              />
            </Form.Item>
          </div>
        </>
      )}
      {type === 'coupons' && (
        <Many label="优惠券" list={choices.coupons} ids={block.ids ?? []} disabled={disabled} onChange={(ids) => put({ ids })} />
      )}
      {type === 'promotion' && (
        <Many label="活动" list={choices.promotions} ids={block.ids ?? []} disabled={disabled} onChange={(ids) => put({ ids })} />
      )}
      {type === 'countdown' && (
        <Form.Item label="数到">
          <MomentField
            label="数到"
            mayBeOpen="页面结束"
            disabled={disabled}
            value={block.ends_at ?? ''}
            onChange={(ends_at) => put({ ends_at })}
          />
        </Form.Item>
      )}
      {(type === 'banner' || type === 'goods' || type === 'coupons' || type === 'promotion') && (
        <LinkField
          label="点开去哪里"
          ownOnly
          value={block.url ?? ''}
          disabled={disabled}
          fault={linkFault}
          onChange={(url) => put({ url })}
        />
      )}
    </Form>
  )
}

function numbered(block: FrontBlockWire, name: 'limit' | 'columns', value: number | null): FrontBlockWire {
  const { [name]: _, ...rest } = block
  return value === null ? rest : { ...rest, [name]: value }
}
