import { Alert, Button } from 'antd'
import { Kbd } from '../../parts/Kbd.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import type { PackingDesk } from './usePacking.ts'

/** Beside what is scanned: the cartons, which of them is open, and what lies in it. */
export function PackingAside({ desk, onEdit }: { desk: PackingDesk; onEdit: () => void }) {
  const { packing, current, unpacked } = desk
  const { cartons } = packing
  const number = cartons.reduce((sum, one) => sum + one.number, 0)
  return (
    <aside className="packing" aria-label="装箱">
      {desk.problem && <Alert banner type="error" title={desk.problem} />}
      <Section
        title="装箱"
        action={
          <>
            <Button size="small" loading={desk.isBusy} onClick={() => void desk.addCarton('normal')}>
              {desk.isByCarton ? '加一箱' : '按箱装'} <Kbd of="F2" />
            </Button>
            <Button size="small" onClick={() => void desk.addCarton('cold')} disabled={!desk.isByCarton}>
              加冷藏箱 <Kbd of="F3" />
            </Button>
          </>
        }
      >
        {cartons.length === 0 ? (
          <p className="muted">{packing.whole_cases > 0 ? `够整件的会自成 ${packing.whole_cases} 箱。` : ''}不按箱装的，发货时只写箱数。</p>
        ) : (
          <table className="tb tb-in">
            <tbody>
              {cartons.map((one) => (
                <tr key={one.id} className={one.id === current?.id ? 'is-now' : ''}>
                  <td>
                    <button type="button" className="link" aria-pressed={one.id === current?.id} onClick={() => desk.choose(one.id)}>
                      {one.no} {one.kind_name}
                    </button>{' '}
                    <span className="muted s12">{one.box_no || one.waybill}</span>
                  </td>
                  <td className="num">{numberText(one.number)} 件</td>
                  <td className="num">
                    {one.id === current?.id ? (
                      <StateTag tone="moving">装箱中</StateTag>
                    ) : one.number > 0 ? (
                      <StateTag tone="done">已装</StateTag>
                    ) : (
                      <StateTag tone="closed">空箱</StateTag>
                    )}
                  </td>
                </tr>
              ))}
              <tr className="sum">
                <td>{cartons.length} 箱</td>
                <td className="num">{numberText(number)} 件</td>
                <td className="num">{unpacked > 0 ? `还差 ${numberText(unpacked)} 件` : '装完'}</td>
              </tr>
            </tbody>
          </table>
        )}
      </Section>
      {current && (
        <Section
          title={`第 ${current.no} 箱`}
          note={[
            current.kind_name,
            current.box_no,
            current.weight_grams === null ? '' : `${current.weight_grams / 1000} kg`,
            current.celsius === null ? '' : `${current.celsius} ℃`,
          ]
            .filter(Boolean)
            .join(' · ')}
          action={
            <Button size="small" onClick={onEdit}>
              箱子 <Kbd of="Alt+B" />
            </Button>
          }
        >
          {current.goods.length === 0 ? (
            <p className="muted">扫的商品装进这一箱；F10 把数过的都装进来。</p>
          ) : (
            <ul className="packing-goods">
              {current.goods.map((one) => (
                <li key={one.piece_id} className="row">
                  <span className="grow">
                    {one.name} <small className="muted">{one.batch_no}</small>
                  </span>
                  <b>
                    {numberText(one.number)} {one.unit}
                  </b>
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      {desk.isByCarton && (
        <p className="muted s12 packing-keys">
          <span>
            <Kbd of="F10" /> 数过的装入
          </span>
          <span>
            <Kbd of="Backspace" /> 撤回上一装
          </span>
          <span>
            <Kbd of="#2" /> 换到第 2 箱
          </span>
        </p>
      )}
    </aside>
  )
}
