/** Packs on a round stage: the picture of the banner and the login page. Colours come from the tokens. */
export function PackStage({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 400 320" className={className} aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="stage-gloss" x1="0" x2="1">
          <stop offset="0" stopColor="var(--k-20)" />
          <stop offset=".28" stopColor="var(--w-35)" />
          <stop offset=".55" stopColor="var(--w-12)" stopOpacity="0" />
          <stop offset="1" stopColor="var(--k-20)" />
        </linearGradient>
      </defs>
      <circle cx="236" cy="150" r="146" fill="var(--w-12)" />
      <circle cx="236" cy="150" r="104" fill="var(--w-12)" />
      <ellipse cx="210" cy="284" rx="186" ry="34" fill="var(--brand-800)" />
      <ellipse cx="210" cy="272" rx="186" ry="34" fill="var(--brand-600)" />
      <ellipse cx="210" cy="270" rx="160" ry="26" fill="var(--w-12)" />
      {/* carton */}
      <path d="M72 118 98 100h116l-20 18z" fill="var(--pk-green-l)" />
      <path d="m194 118 20-18v158l-20 14z" fill="var(--pk-green-d)" />
      <path d="M72 118h122v154H72z" fill="var(--pk-paper)" />
      <path d="M72 222c34-14 60 16 122-6v56H72z" fill="var(--pk-green)" />
      <path d="M72 212c34-14 60 16 122-6v10c-62 22-88-8-122 6z" fill="var(--pk-green-l)" />
      <rect x="84" y="132" width="14" height="14" rx="3" fill="var(--pk-green)" />
      <path d="M89.600 135h2.800v3.600h3.600v2.800h-3.600v3.600h-2.800v-3.600H86v-2.800h3.600z" fill="var(--pk-paper)" />
      <rect x="104" y="136" width="44" height="6" rx="3" fill="var(--pk-green-l)" />
      <text x="84" y="178" fontSize="23" fontWeight="700" fill="var(--pk-green-d)">板蓝根颗粒</text>
      <text x="84" y="196" fontSize="11" fill="var(--n-500)">10g×20袋</text>
      {/* bottle */}
      <path d="M236 92h58v12l12 20a22 22 0 0 1 6 16v118a12 12 0 0 1-12 12h-70a12 12 0 0 1-12-12V140a22 22 0 0 1 6-16l12-20z" fill="var(--pk-glass)" />
      <path d="M218 148h94v84h-94z" fill="var(--pk-paper)" />
      <path d="M218 148h94v8h-94zM218 224h94v8h-94z" fill="var(--pk-olive)" />
      <text x="265" y="186" fontSize="19" fontWeight="700" textAnchor="middle" fill="var(--pk-olive-d)">川贝枇</text>
      <text x="265" y="207" fontSize="19" fontWeight="700" textAnchor="middle" fill="var(--pk-olive-d)">杷糖浆</text>
      <path d="M236 92h58v12l12 20a22 22 0 0 1 6 16v118a12 12 0 0 1-12 12h-70a12 12 0 0 1-12-12V140a22 22 0 0 1 6-16l12-20z" fill="url(#stage-gloss)" />
      <rect x="232" y="60" width="66" height="34" rx="6" fill="var(--pk-olive)" />
      <path d="M244 62v30M256 62v30M268 62v30M280 62v30" stroke="var(--pk-olive-d)" strokeWidth="2" />
      {/* small carton */}
      <path d="m196 220 14-12h112l-14 12z" fill="var(--pk-teal-l)" />
      <path d="m308 220 14-12v64l-14 12z" fill="var(--pk-teal-d)" />
      <path d="M196 220h112v64H196z" fill="var(--pk-paper)" />
      <path d="M276 220h32v64h-40c14-16 18-40 8-64z" fill="var(--pk-teal)" />
      <text x="206" y="248" fontSize="13" fontWeight="700" fill="var(--pk-teal-d)">布洛芬片</text>
      <text x="206" y="264" fontSize="9" fill="var(--n-500)">0.2g×24片</text>
      {/* tube */}
      <g transform="rotate(-14 110 270)">
        <path d="M52 256h90l10 8v12l-10 8H52z" fill="var(--pk-paper)" />
        <path d="M52 256h30v28H52z" fill="var(--pk-blue)" />
        <path d="M152 262h20v16h-20z" fill="var(--pk-blue-d)" />
        <text x="88" y="274" fontSize="10.500" fontWeight="700" fill="var(--pk-blue-d)">莫匹罗星软膏</text>
      </g>
    </svg>
  )
}
