import css from './seals.module.css'

interface Props {
  name: string
  /** Below the star; '': none. */
  purpose: string
  number: string
  /** The registered picture; '': drawn from its words. */
  picture: string
}

/** Millimetres, as the papers have it: a ring 40 across. */
const RED = '#d7000f'
const STAR = Array.from({ length: 10 }, (_, at) => {
  const angle = (Math.PI / 5) * at - Math.PI / 2
  const r = at % 2 === 0 ? 7 : 7 * 0.382
  return `${(Math.cos(angle) * r).toFixed(2)},${(Math.sin(angle) * r).toFixed(2)}`
}).join(' ')

/** Signs with the degrees from twelve o'clock where each stands, and is known by: signs repeat, their places do not. */
const onArc = (signs: readonly string[], from: number, step: number) => signs.map((sign, at) => ({ sign, turned: from + at * step }))

/** A seal as it stands on papers. */
export function SealPicture({ name, purpose, number, picture }: Props) {
  const words = `${name}${purpose || '公章'}印模`
  if (picture !== '') return <img className={css.picture} src={picture} alt={words} />
  const letters = [...name]
  const digits = [...number]
  const span = Math.min(232, letters.length * 22)
  const step = letters.length > 1 ? span / (letters.length - 1) : 0
  const size = Math.min(4.2, (4.2 * 16) / Math.max(16, letters.length))
  const radius = 18.1 - size / 2
  const room = letters.length > 1 ? ((Math.PI * step) / 180) * (radius - size / 2) * 0.96 : size
  return (
    <svg className={css.picture} viewBox="-20 -20 40 40" role="img" aria-label={words} fill={RED} textAnchor="middle">
      <circle r="19.4" fill="none" stroke={RED} strokeWidth="1.2" />
      <polygon points={STAR} />
      {onArc(letters, -span / 2, step).map(({ sign, turned }) => (
        <text
          key={turned}
          fontSize={size}
          fontWeight="700"
          transform={`rotate(${turned}) translate(0 ${-radius + size * 0.35}) scale(${Math.min(1, room / size)} 1)`}
        >
          {sign}
        </text>
      ))}
      {purpose !== '' && (
        <text y="12" fontSize={Math.min(4.4, 22 / purpose.length)} fontWeight="700">
          {purpose}
        </text>
      )}
      {onArc(digits, digits.length > 1 ? 38 : 0, digits.length > 1 ? -76 / (digits.length - 1) : 0).map(({ sign, turned }) => (
        <text key={turned} fontSize="1.7" transform={`rotate(${turned}) translate(0 17.9)`}>
          {sign}
        </text>
      ))}
    </svg>
  )
}
