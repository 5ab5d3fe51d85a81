/** A key on its button. 'Ctrl+S' is drawn as two. */
export function Kbd({ of }: { of: string }) {
  return (
    <span className="kbds" aria-hidden="true">
      {of.split('+').map((one) => (
        <kbd key={one}>{one}</kbd>
      ))}
    </span>
  )
}
