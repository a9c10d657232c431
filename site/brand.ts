export const brand = 'Brand Scalers'
