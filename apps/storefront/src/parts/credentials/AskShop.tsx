import { Icon } from '#ui/Icon.tsx'
import css from './stage.module.css'
import type { Ways } from './ways.ts'

/** Where somebody asks who cannot get in alone: how the shop is reached, as its settings say it. */
export function AskShop({ help }: { help: Ways['help'] }) {
  return (
    <div className={css.ask}>
      <b>
        <Icon name="phone" size={20} />
        联系{help.shop || '我们'}
      </b>
      {help.hot_line === '' ? (
        <span className="muted">请联系您的业务员</span>
      ) : (
        <a href={`tel:${help.hot_line}`} className={css.line}>
          {help.hot_line}
        </a>
      )}
      {help.hours.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {help.address && <span>{help.address}</span>}
    </div>
  )
}
