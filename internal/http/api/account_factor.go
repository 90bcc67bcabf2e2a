package api

import (
	"context"

	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/secret"
)

type offerFactorIn struct {
	Body struct {
		Password string `json:"password"`
	}
}

type wireEnrolment struct {
	Secret string `json:"secret" doc:"Base32, to type into an authenticator app."`
	URL    string `json:"url" doc:"otpauth:// address, to show as a QR code."`
}

func (a *api) offerFactor(ctx context.Context, who access.Actor, in *offerFactorIn) (wireEnrolment, error) {
	out, err := a.Accounts.OfferFactor(ctx, who, secret.New(in.Body.Password))
	return wireEnrolment{Secret: out.Secret.Reveal(), URL: out.URL.Reveal()}, err
}

type confirmFactorIn struct {
	Body struct {
		Code string `json:"code" maxLength:"32"`
	}
}

type wireRecovery struct {
	RecoveryCodes []string `json:"recoveryCodes" doc:"Shown only once; each works once."`
}

func (a *api) confirmFactor(ctx context.Context, who access.Actor, in *confirmFactorIn) (wireRecovery, error) {
	codes, err := a.Accounts.ConfirmFactor(ctx, who, in.Body.Code)
	out := wireRecovery{RecoveryCodes: make([]string, 0, len(codes))}
	for _, code := range codes {
		out.RecoveryCodes = append(out.RecoveryCodes, code.Reveal())
	}
	return out, err
}

type removeFactorIn struct {
	Body struct {
		Password string `json:"password"`
		Code     string `json:"code" maxLength:"32"`
	}
}

func (a *api) removeFactor(ctx context.Context, who access.Actor, in *removeFactorIn) (wire.None, error) {
	return nil, a.Accounts.RemoveFactor(ctx, who, secret.New(in.Body.Password), in.Body.Code)
}
