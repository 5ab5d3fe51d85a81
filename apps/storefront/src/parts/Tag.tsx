import css from './Tag.module.css'

const COLOURS: Record<string, string | undefined> = {
  优: css.you,
  秒: css.miao,
  满: css.man,
  换购: css.huan,
  赠: css.zeng,
  特: css.te,
  新: css.xin,
}

/** A goods tag in its colour (specification section 9). */
export function Tag({ name }: { name: string }) {
  return <span className={`${css.tag} ${COLOURS[name] ?? ''}`}>{name}</span>
}
