export declare const SHOP_FLAGS: readonly string[]
export declare const SHOP_ENVIRONMENT: Readonly<Record<string, string>>
