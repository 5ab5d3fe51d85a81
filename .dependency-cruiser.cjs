/** The walls of the house (README, map of the tree). */
const SERVER_MODULE = '^apps/server/src/modules/'
const STOREFRONT = 'apps/storefront/src/'
const CONSOLE = 'apps/console/src/'

module.exports = {
  forbidden: [
    {
      name: 'domain-stands-alone',
      severity: 'error',
      comment: 'Rules of the trade depend on nothing: no package, no I/O, no other part of the house.',
      // pricing/cases and pricing/check hold the words and the second computation of its tests.
      from: { path: '^packages/domain/src/', pathNot: ['\\.test\\.tsx?$', '^packages/domain/src/pricing/(cases|check)/'] },
      to: { pathNot: '^packages/domain/src/' },
    },
    {
      name: 'contract-knows-schemas-only',
      severity: 'error',
      comment: 'The contract describes the API with TypeBox; it may name types of the domain.',
      from: { path: '^packages/contract/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/contract/src/', '^node_modules/typebox/', '^packages/domain/src/'] },
    },
    {
      name: 'contract-takes-types-of-the-domain',
      severity: 'error',
      comment: 'Only types: the contract runs no rule.',
      from: { path: '^packages/contract/src/' },
      to: { path: '^packages/domain/src/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'modules-meet-at-public',
      severity: 'error',
      comment: 'A module imports of another module only its public.ts.',
      from: { path: `${SERVER_MODULE}([^/]+/[^/]+)/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${SERVER_MODULE}[^/]+/[^/]+/`, pathNot: [`${SERVER_MODULE}$1/`, `${SERVER_MODULE}[^/]+/[^/]+/public\\.ts$`] },
    },
    {
      name: 'platform-below-modules',
      severity: 'error',
      comment: 'The platform serves the modules and knows none of them, nor what is put together of them.',
      from: { path: '^apps/server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/(modules/|[^/]+\\.ts$)' },
    },
    {
      name: 'context-is-types',
      severity: 'error',
      comment: 'Every module names these types; none may run because of them.',
      from: { path: '^apps/server/src/context\\.ts$' },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'storefront-never-imports-server',
      severity: 'error',
      from: { path: '^apps/storefront/' },
      to: { path: '^apps/server/' },
    },
    {
      name: 'sites-never-import-one-another',
      severity: 'error',
      comment: 'No byte of the console reaches a buyer. What both need is a package.',
      from: { path: '^apps/(storefront|console)/' },
      to: { path: '^apps/(storefront|console)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'console-never-imports-server',
      severity: 'error',
      from: { path: '^apps/console/' },
      to: { path: '^apps/server/' },
    },
    {
      name: 'buyers-load-no-console-library',
      severity: 'error',
      comment: 'Ant Design and TanStack Query are the console’s alone.',
      from: { pathNot: '^(apps/console/|node_modules/)' },
      to: { path: '^node_modules/(antd|@ant-design|@tanstack|@rc-component|@simplewebauthn/browser|dayjs)/' },
    },
    {
      name: 'zones-do-not-reach-into-one-another',
      severity: 'error',
      comment: 'What two zones share stands below them, in parts/; one leads to another by its address.',
      from: { path: `^${CONSOLE}zones/([^/]+)/` },
      to: { path: `^${CONSOLE}zones/`, pathNot: `^${CONSOLE}zones/$1/` },
    },
    {
      name: 'console-parts-and-frame-below-zones',
      severity: 'error',
      comment: 'Only the place where the site is put together names its zones.',
      from: { path: `^${CONSOLE}(parts|frame|entrance|api|[^/]+$)` },
      to: { path: `^${CONSOLE}zones/` },
    },
    {
      name: 'console-parts-below-frame',
      severity: 'error',
      from: { path: `^${CONSOLE}parts/` },
      to: { path: `^${CONSOLE}(frame|entrance)/` },
    },
    {
      name: 'browsers-take-types-and-constants-of-the-contract',
      severity: 'error',
      comment: 'No schema reaches the browser bundle.',
      from: { path: '^(apps/(storefront|console)|packages/api-client)/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^packages/contract/src/', pathNot: '^packages/contract/src/(codes|constants)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-never-imports-pages',
      severity: 'error',
      comment: 'The server renders the built bundle in dist.',
      from: { path: '^apps/server/' },
      to: { path: '^apps/(storefront|console)/' },
    },
    {
      name: 'pages-do-not-reach-into-one-another',
      severity: 'error',
      comment: 'What two rooms of pages share stands below them: in frame/, parts/, api/ or a package.',
      from: { path: `^${STOREFRONT}pages/([^/]+)/` },
      to: { path: `^${STOREFRONT}pages/`, pathNot: `^${STOREFRONT}pages/$1/` },
    },
    {
      name: 'parts-below-pages',
      severity: 'error',
      comment: 'Parts serve every page and the frame around it, and know neither.',
      from: { path: `^${STOREFRONT}parts/` },
      to: { path: `^${STOREFRONT}(pages|frame)/` },
    },
    {
      name: 'frame-below-pages',
      severity: 'error',
      comment: 'The frame stands around any page; only the site map names pages.',
      from: { path: `^${STOREFRONT}(frame|app|api)/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: `^${STOREFRONT}pages/` },
    },
    {
      name: 'client-of-the-api-stands-on-the-contract-alone',
      severity: 'error',
      comment: 'How any site asks the API: no page, no look, no rule of the trade.',
      from: { path: '^packages/api-client/src/', pathNot: '\\.test\\.tsx?$' },
      to: { pathNot: ['^packages/(api-client|contract)/src/', '^node_modules/(@types/)?react/'] },
    },
    {
      name: 'ui-knows-no-shop',
      severity: 'error',
      comment: 'Tokens, styles and primitives of any site: no app, no contract but its codes, no rule of the trade.',
      from: { path: '^packages/ui/src/', pathNot: '\\.test\\.tsx?$' },
      to: {
        pathNot: [
          '^packages/ui/src/',
          '^packages/api-client/src/client\\.ts$',
          '^packages/contract/src/codes\\.ts$',
          '^node_modules/(@types/)?react(-router)?/',
        ],
      },
    },
    {
      name: 'no-circles-of-types-in-the-storefront',
      severity: 'error',
      comment: 'Here even types point one way.',
      from: { path: `^(${STOREFRONT}|packages/(ui|api-client)/src/)` },
      to: { circular: true },
    },
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Types count: whoever reads a file reads what it names, and finds no end in a circle.',
      from: { path: '^(packages|apps|bench|torture|scripts|e2e)/' },
      to: { circular: true },
    },
    {
      name: 'nothing-lost',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: '^(node_modules|dist)' },
    // swc reads types too, and names them 'type-only'; tsPreCompilationDeps would ask for a TypeScript older than 7 besides.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css'],
    },
  },
}
