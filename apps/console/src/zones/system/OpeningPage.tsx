import { CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useZones } from '../../app/here.ts'
import { useMe } from '../../app/me.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { allows, pageAt } from '../../rights.ts'
import { calls } from './calls.ts'
import './settings.css'

const EVERY_MS = 30_000

/** What stands between an empty shop and its first order, as the database has it; read anew while somebody looks. */
export default function OpeningPage() {
  const zones = useZones()
  const { permissions } = useMe()
  /** A page that this person may open; whose work it is otherwise is said by the step itself. */
  const mayGo = (to: string): boolean => {
    const page = pageAt(zones, to.split('?')[0] ?? '')
    return page !== undefined && allows(permissions, page.needs)
  }
  return (
    <Loaded of={useAsk(calls.opening, {}, { every: EVERY_MS })}>
      {({ steps, total, preparing }) => (
        <div className="scroll page">
          <section className="opening">
            <p>
              <b>
                {steps.length - total} / {steps.length}
              </b>{' '}
              步就绪{total === 0 && '：可以营业了'}
            </p>
            <div className="opening-bar">
              <i style={{ width: `${((steps.length - total) / steps.length) * 100}%` }} />
            </div>
            {preparing === 1 && <Alert type="info" showIcon title="企业名称和首批商品就绪以前，买家在首页看到“商城正在筹备”。" />}
            <ol aria-label="开业准备的步骤">
              {steps.map(({ key, title, done, text, to, go }) => (
                <li key={key} className={done === 1 ? 'is-done' : ''}>
                  {done === 1 ? (
                    <CheckCircleFilled className="ok" aria-label="已就绪" />
                  ) : (
                    <ClockCircleOutlined className="w" aria-label="未就绪" />
                  )}
                  <h2>{title}</h2>
                  <p className={done === 1 ? 'muted' : ''}>{text}</p>
                  {mayGo(to) ? (
                    <Link className="link" to={`/${to}`}>
                      {done === 1 ? '查看' : go}
                    </Link>
                  ) : (
                    <span className="muted s12">{done === 1 ? '' : '由有权限的同事办理'}</span>
                  )}
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
    </Loaded>
  )
}
