import { type ThemeConfig, theme } from 'antd'

/** Ant Design's look, made of the tokens that both sites share: colours stand in their style sheets alone. */
export function themeOf(isDark: boolean): ThemeConfig {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      fontFamily: of('font'),
      fontSize: 13,
      fontSizeSM: 12,
      lineHeight: 20 / 13,
      borderRadius: 6,
      borderRadiusSM: 6,
      borderRadiusLG: 8,
      controlHeight: 32,
      controlHeightSM: 26,
      controlHeightLG: 40,
      colorPrimary: of('brand-600'),
      colorLink: of('brand-700'),
      colorLinkHover: of('brand-600'),
      colorSuccess: of('brand-600'),
      colorWarning: of('warn'),
      colorError: of('danger-fg'),
      colorInfo: of('info-fg'),
      colorSuccessBg: of('ok-bg'),
      colorSuccessBorder: of('brand-200'),
      colorWarningBg: of('warn-bg'),
      colorWarningBorder: of('warn-line'),
      colorErrorBg: of('danger-bg'),
      colorErrorBorder: of('danger-line'),
      colorInfoBg: of('info-bg'),
      colorInfoBorder: of('info-line'),
      colorBgBase: of('n-0'),
      colorBgContainer: of('n-0'),
      colorBgElevated: of('n-0'),
      colorBgLayout: of('n-0'),
      colorText: of('n-800'),
      colorTextSecondary: of('n-600'),
      colorTextTertiary: of('n-500'),
      colorTextHeading: of('n-900'),
      colorTextPlaceholder: of('n-500'),
      // What may only be read is still read.
      colorTextDisabled: of('n-500'),
      colorBorder: of('n-200'),
      colorBorderSecondary: of('n-150'),
      // Opened hundreds of times a day: what is pressed while a dialog still grows goes unheard.
      motion: false,
    },
    components: {
      Table: {
        headerBg: of('n-25'),
        headerColor: of('n-500'),
        headerSplitColor: 'transparent',
        borderColor: of('n-100'),
        rowHoverBg: of('brand-25'),
        rowSelectedBg: of('brand-25'),
        rowSelectedHoverBg: of('brand-50'),
        cellPaddingBlockSM: 6,
        cellPaddingInlineSM: 8,
        cellFontSizeSM: 13,
      },
      Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 4px' },
      Button: { fontWeight: 500, primaryShadow: 'none', defaultShadow: 'none' },
    },
  }
}
