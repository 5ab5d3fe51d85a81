import type { DossierWire } from '#contract/companies.ts'
import { reviewOf } from '#domain/review.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from '../../parts/certificates/company.module.css'

const SHOWN_MAX = 6

/** Leads to where something is missing: the paper's card, or the field itself. */
function goTo(at: string): void {
  const place = document.getElementById(`paper-${at}`) ?? document.querySelector<HTMLElement>(`[name="${at}"]`)
  place?.scrollIntoView({ block: 'center' })
  const control = place?.matches('input, select') ? place : place?.querySelector<HTMLElement>('button')
  control?.focus({ preventScroll: true })
}

interface Props {
  dossier: DossierWire
  busy: boolean
  onSubmit: () => void
}

/** How far a company has come with joining, what is missing, and the way to send it. */
export function ToDo({ dossier, busy, onSubmit }: Props) {
  const { done, total, missing } = dossier
  return (
    <section className={css.todo} aria-labelledby="todo-title">
      <h2 id="todo-title">
        完成进度{' '}
        <b>
          {done}/{total}
        </b>
      </h2>
      <progress value={done} max={total} aria-label={`已完成 ${done} 项，共 ${total} 项`} />
      {missing.length > 0 ? (
        <>
          <p className={css.quiet}>还差以下内容：</p>
          <ul>
            {missing.slice(0, SHOWN_MAX).map(({ at, message }) => (
              <li key={`${at}${message}`}>
                <button type="button" className="link" onClick={() => goTo(at)}>
                  {message}
                </button>
              </li>
            ))}
          </ul>
          {missing.length > SHOWN_MAX && <p className={css.quiet}>共 {missing.length} 项</p>}
        </>
      ) : (
        <p className="note note-ok">
          <Icon name="check" />
          资料已齐全，可以提交审核。
        </p>
      )}
      <Button kind="primary" size="lg" block disabled={busy || missing.length > 0} onClick={onSubmit}>
        {busy ? '正在提交…' : reviewOf(dossier.review_state) === 'rejected' ? '重新提交审核' : '提交审核'}
      </Button>
      <p className={css.quiet}>提交后由质量管理部门核对，审核期间可以撤回修改。</p>
    </section>
  )
}
