import stageUrl from './stage.svg'

/** Packs on a round stage: the picture of the banner and the login page. */
export function PackStage({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 400 320" className={className} aria-hidden="true" focusable="false">
      <use href={`${stageUrl}#packs`} />
    </svg>
  )
}
