import type { ReactNode } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { LoginLicences } from './LoginLicences.tsx'
import css from './StageShell.module.css'

/** The steps of registration: of an account with its first store, and of a further store. */
export const REGISTER_STEPS: readonly string[] = ['账号信息', '企业资质', '提交成功']
export const STORE_STEPS: readonly string[] = ['账号信息', '门店资质', '提交成功']

interface Props {
  title: string
  /** A sentence under the title. */
  lead: ReactNode
  steps: readonly string[]
  /** The one that is being done, from 1; more than there are: all are done. */
  step: number
  /** Room for forms with many fields and papers; else one narrow column. */
  wide?: boolean
  /** Beside a narrow column: what one should know of this step. */
  aside?: ReactNode
  children: ReactNode
}

/** A page of a way in several steps, with the login-style header over its green head: registration, a forgotten password. */
export function StageShell({ title, lead, steps, step, wide = false, aside, children }: Props) {
  return (
    <div className={css.page}>
      <div className={css.band} data-band>
        <div className={wide || aside ? css.inner : `${css.inner} ${css.narrow}`}>
          <div>
            <h1>{title}</h1>
            <p>{lead}</p>
          </div>
          <ol className={css.steps} aria-label="步骤">
            {steps.map((name, index) => {
              const done = index + 1 < step
              const here = index + 1 === step
              return (
                <li key={name} className={done ? css.done : here ? css.here : undefined} aria-current={here ? 'step' : undefined}>
                  <i>{done ? <Icon name="check" size={14} /> : index + 1}</i>
                  {name}
                  {done && <span className="said">（已完成）</span>}
                </li>
              )
            })}
          </ol>
        </div>
      </div>
      <div className={wide ? css.body : aside ? `${css.body} ${css.two}` : `${css.body} ${css.narrow}`}>
        <section className={`panel ${css.panel}`}>{children}</section>
        {aside && <aside className={css.aside}>{aside}</aside>}
      </div>
      <LoginLicences />
    </div>
  )
}
