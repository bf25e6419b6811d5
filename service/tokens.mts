import { createHash } from 'node:crypto';

import { accessTokenSeconds, pairingCodeSeconds } from './contract/index.mts';
import type { Settings } from './options.mts';

interface AccessToken {
	/** The customer whose token it is; undefined for a client's token. */
	customerId: number | undefined;
	expiresAt: number;
}
interface PairingCode {
	expiresAt: number;
	customerId: number | undefined;
}

/** Access tokens, refresh tokens and pairing codes. They expire by the service's clock. */
export class Tokens {
	private readonly access = new Map<string, AccessToken>();
	private readonly refresh = new Map<string, number>();
	private readonly codes = new Map<string, PairingCode>();
	private issued = 0;
	/** How many requests carried a token. */
	private requests = 0;

	constructor(private readonly settings: Settings) {}

	private inSeconds(seconds: number): number {
		return Number(this.settings.now()) + seconds * 1000;
	}

	/** Returns a new token, which nothing refers to yet. */
	newToken(): string {
		this.issued += 1;
		return createHash('sha256')
			.update(`${this.settings.clientSecret} ${this.issued}`)
			.digest('hex');
	}

	private grant(customerId: number | undefined, scope: string) {
		const access_token = this.newToken();
		const expiresAt = this.inSeconds(accessTokenSeconds);
		this.access.set(access_token, { customerId, expiresAt });
		return { access_token, token_type: 'bearer', expires_in: accessTokenSeconds, scope };
	}

	/** Issues a token for the grant `client_credentials`. */
	forClient(scope: string) {
		return this.grant(undefined, scope);
	}

	/** Issues a customer's access token and refresh token. */
	forCustomer(customerId: number) {
		const refresh_token = this.newToken();
		this.refresh.set(refresh_token, customerId);
		return { ...this.grant(customerId, 'public'), refresh_token };
	}

	/** Exchanges a refresh token, which works once. Undefined for an invalid one. */
	refreshed(refreshToken: string) {
		const customerId = this.refresh.get(refreshToken);
		this.refresh.delete(refreshToken);
		return customerId === undefined ? undefined : this.forCustomer(customerId);
	}

	/** Finds the owner of an access token. Undefined for an invalid or expired one. */
	owner(accessToken: string): Pick<AccessToken, 'customerId'> | undefined {
		this.requests += 1;
		if (this.requests === this.settings.tokensExpireBefore) this.expireClients();
		const token = this.access.get(accessToken);
		return token !== undefined && token.expiresAt > Number(this.settings.now()) ? token : undefined;
	}

	private expireClients(): void {
		for (const [token, { customerId }] of this.access) {
			if (customerId === undefined) this.access.delete(token);
		}
	}

	newCode() {
		const code = this.newToken().slice(0, 6).toUpperCase();
		this.codes.set(code, {
			expiresAt: this.inSeconds(pairingCodeSeconds),
			customerId: undefined,
		});
		return { code, expires_in: pairingCodeSeconds };
	}

	/**
	 * Pairs a code, as the customer does at the activation address.
	 *
	 * @throws RangeError for an invalid or expired code
	 */
	pair(code: string, customerId: number): void {
		const pending = this.liveCode(code);
		if (pending === undefined) throw new RangeError(`There is no valid code ${code}`);
		pending.customerId = customerId;
	}

	/** Issues the tokens for a paired code. Undefined before pairing and after expiry. */
	redeem(code: string) {
		const customerId = this.liveCode(code)?.customerId;
		if (customerId === undefined) return undefined;
		return this.forCustomer(customerId);
	}

	private liveCode(code: string): PairingCode | undefined {
		const pairing = this.codes.get(code);
		return pairing !== undefined && pairing.expiresAt > Number(this.settings.now())
			? pairing
			: undefined;
	}
}
