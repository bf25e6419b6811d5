import { chosen, itSends } from '../kit.mts';

const prices = {
	USD: { monthly: { price: 999, formatted: '$9.99' }, yearly: { price: 9900, formatted: '$99' } },
	EUR: { purchase: { id: 3, price: 500, formatted: '5 €' } },
};

itSends('product', 'getPrices', {
	'the ID, and returns one item per currency': {
		parameters: { product: 5 },
		sends: [{ method: 'GET', path: '/products/5/prices' }],
		answer: prices,
		gives: [
			{
				product_id: 5,
				currency: 'USD',
				monthly: '$9.99',
				yearly: '$99',
				monthly_cents: 999,
				yearly_cents: 9900,
			},
			{ product_id: 5, currency: 'EUR', purchase: '5 €', purchase_cents: 500 },
		],
	},
	'the ID, and returns the name of a product chosen from the list': {
		parameters: { product: { ...chosen(5, 'list'), cachedResultName: 'All Access' } },
		sends: [{ method: 'GET', path: '/products/5/prices' }],
		answer: { EUR: prices.EUR },
		gives: [
			{
				product_id: 5,
				product_name: 'All Access',
				currency: 'EUR',
				purchase: '5 €',
				purchase_cents: 500,
			},
		],
	},
	'the ID, and returns no cached name for an expression': {
		parameters: { product: { ...chosen('={{ 5 }}', 'list'), cachedResultName: 'Another' } },
		sends: [{ method: 'GET', path: '/products/5/prices' }],
		answer: { EUR: prices.EUR },
		gives: [{ product_id: 5, currency: 'EUR', purchase: '5 €', purchase_cents: 500 }],
	},
	'the ID, and returns the product with the selected columns': {
		parameters: { product: 5, output: 'selected', outputFields: ['currency', 'monthly'] },
		sends: [{ method: 'GET', path: '/products/5/prices' }],
		answer: { USD: prices.USD },
		gives: [{ product_id: 5, currency: 'USD', monthly: '$9.99' }],
	},
	'the ID, and leaves out entries that are no currency, and null prices': {
		parameters: { product: { ...chosen(5), cachedResultName: 'Not from the list' } },
		sends: [{ method: 'GET', path: '/products/5/prices' }],
		answer: { _links: {}, GBP: null, EUR: { ...prices.EUR, rental: null } },
		gives: [{ product_id: 5, currency: 'EUR', purchase: '5 €', purchase_cents: 500 }],
	},
	'the ID, and returns the response unchanged when Output is Raw': {
		parameters: { product: 5, output: 'raw' },
		sends: [{ method: 'GET', path: '/products/5/prices' }],
		answer: prices,
		gives: [prices],
	},
});
